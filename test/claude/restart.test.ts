import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { sessionPaths } from "#home/paths.ts";
import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { recordOf } from "#test/support/conversations.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { oneRole } from "#test/support/one-role.ts";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { reader } from "./agent.ts";
import { relaysAt, waitHooksAt } from "./agent-processes.ts";
import { installClaude, withoutClaude } from "./claude-code.ts";
import { type ScriptedModel, scriptedModel } from "./scripted-model.ts";

const WAIT = { timeout: 90_000, interval: 200 };

test.for(multiplexerKinds)(
  "on %s a conversation continues after restart, and after everything was killed",
  { timeout: 300_000 },
  async (kind, context) => {
    for (const why of [withoutClaude, without(kind)]) context.skip(Boolean(why), why || undefined);
    await using model = await scriptedModel(reader);
    await using army = await soloArmy(model);
    await summon(army, ...flagsOn(kind));
    await tell(army, "the word is swordfish");
    await model.receives("swordfish");
    const id = (await recordOf(army)).conversations?.inferno;

    await isReady(army);
    const before = model.requests.length;
    const restarted = await army.ovld(["restart", "inferno", "--force", "--json"]);
    expect(JSON.parse(restarted.stdout)).toEqual([{ role: "inferno", resumed: true }]);
    await isReady(army);
    await tell(army, "go on");
    const next = await model.receives("[MESSAGE from user]", before);
    expect(next.earlier).toContain("swordfish");
    expect(next.said).toContain("Your ritual, once more");
    await model.receives("go on", before);
    expect((await recordOf(army)).conversations?.inferno).toBe(id);

    await isReady(army);
    await army.ovld(["unsummon", "--keep", "--force"]);
    const rested = model.requests.length;
    expect((await army.ovld(["summon", "--resume", "--detach"])).stdout).toContain("inferno is restarted and resumes");
    await isReady(army);
    await tell(army, "and on");
    expect((await model.receives("[MESSAGE from user]", rested)).earlier).toContain("swordfish");
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  },
);

test("an agent whose conversation began without its relay starts fresh, and reads its mail", async (context) => {
  for (const why of [withoutClaude, without("tmux")]) context.skip(Boolean(why), why || undefined);
  await using model = await scriptedModel(reader);
  await using army = await soloArmy(model);
  await summon(army, "--no-rituals", ...flagsOn("tmux"));
  const { folder, relay } = sessionPaths(army.paths, "ovld-project");
  for (const pid of relaysAt(relay)) process.kill(pid, "SIGKILL");
  const { fifo } = exchangePaths({ role: "inferno", folder, relay });
  await vi.waitUntil(() => waitHooksAt(fifo).length === 0, WAIT);
  // Without a relay, a failed notification is not retried.
  await vi.waitFor(
    async () => {
      await tell(army, "no relay hears this");
      await vi.waitUntil(() => model.requests.length > 0, { timeout: 3000 });
    },
    { timeout: 90_000 },
  );
  await isReady(army);
  const before = model.requests.length;
  expect(JSON.parse((await army.ovld(["restart", "inferno", "--force", "--json"])).stdout)).toEqual([
    { role: "inferno", resumed: false },
  ]);
  await model.receives("no relay hears this", before);
  await army.ovld(["unsummon", "--force"]);
  await expectNothingLeft(army);
});

const flagsOn = (kind: MultiplexerKind) => ["--formation", "solo", "--mux", kind, "--autonomy", "full"];

async function soloArmy(model: ScriptedModel): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  Object.assign(army.env, await installClaude(army, { model: model.url }));
  await mkdir(army.paths.formations, { recursive: true });
  await writeFile(join(army.paths.formations, "solo.toml"), oneRole("inferno"));
  return army;
}

async function summon(army: TemporaryArmy, ...flags: string[]): Promise<void> {
  const summoned = await army.ovld(["summon", "--detach", ...flags]);
  expect(summoned, summoned.stderr + summoned.stdout).toMatchObject({ status: 0 });
  // Later changes of the formation file have no effect.
  await rm(army.paths.formations, { recursive: true });
}

async function tell(army: TemporaryArmy, text: string): Promise<void> {
  expect((await army.ovld(["send", "inferno", text])).status).toBe(0);
}

async function isReady(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => {
    const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { roles: object[] };
    expect(roles).toMatchObject([{ mood: "ready" }]);
  }, WAIT);
}
