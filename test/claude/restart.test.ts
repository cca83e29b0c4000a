import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { recordOf } from "#test/conversations.ts";
import { expectNothingLeft } from "#test/nothing-left.ts";
import { without } from "#test/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/temporary-army.ts";
import { reader } from "./agent.ts";
import { installClaude, withoutClaude } from "./claude-code.ts";
import { scriptedModel } from "./scripted-model.ts";

const WAIT = { timeout: 90_000, interval: 200 };

/** One agent is enough to hold a conversation. */
const solo = `title = { en = "Solo", ja = "単騎" }

[[roles]]
id = "inferno"
name = { en = "Inferno", ja = "業火" }
icon = "I"
rank = 1
layer = "execution"

[[tabs]]
name = "only"
panes = [{ role = "inferno" }]
`;

test.for(multiplexerKinds)(
  "on %s a conversation goes on after restart, and after everything was killed",
  { timeout: 300_000 },
  async (kind, context) => {
    for (const why of [withoutClaude, without(kind)]) context.skip(Boolean(why), why || undefined);
    await using model = await scriptedModel(reader);
    await using army = await temporaryArmy();
    Object.assign(army.env, await installClaude(army, { model: model.url }));
    await mkdir(army.paths.formations, { recursive: true });
    await writeFile(join(army.paths.formations, "solo.toml"), solo);
    const flags = ["--formation", "solo", "--mux", kind, "--autonomy", "full"];
    const summoned = await army.ovld(["summon", "--detach", ...flags]);
    expect(summoned, summoned.stderr + summoned.stdout).toMatchObject({ status: 0 });
    // What became of the formation's file since does not matter.
    await rm(army.paths.formations, { recursive: true });
    await tell(army, "the word is swordfish");
    await model.hears("swordfish");
    const id = (await recordOf(army)).conversations?.inferno;

    await isReady(army);
    const before = model.requests.length;
    const restarted = await army.ovld(["restart", "inferno", "--force", "--json"]);
    expect(JSON.parse(restarted.stdout)).toEqual([{ role: "inferno", resumed: true }]);
    await isReady(army);
    await tell(army, "go on");
    const next = await model.hears("[MESSAGE from user]", before);
    expect(next.earlier).toContain("swordfish");
    expect(next.said).toContain("Your ritual, once more");
    await model.hears("go on", before);
    expect((await recordOf(army)).conversations?.inferno).toBe(id);

    await isReady(army);
    await army.ovld(["unsummon", "--keep", "--force"]);
    const rested = model.requests.length;
    expect((await army.ovld(["summon", "--resume", "--detach"])).stdout).toContain("inferno starts again and goes on");
    await isReady(army);
    await tell(army, "and on");
    expect((await model.hears("[MESSAGE from user]", rested)).earlier).toContain("swordfish");
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  },
);

async function tell(army: TemporaryArmy, text: string): Promise<void> {
  expect((await army.ovld(["send", "inferno", text])).status).toBe(0);
}

async function isReady(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => {
    const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { roles: object[] };
    expect(roles).toMatchObject([{ mood: "ready" }]);
  }, WAIT);
}
