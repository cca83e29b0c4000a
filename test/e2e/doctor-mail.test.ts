import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";

test("doctor names damaged mail, and --fix moves it away; other mail stays, and a second run finds nothing", async () => {
  await using army = await temporaryArmy();
  const { relay } = await registerArmy(army);
  await army.ovld(["send", "storm", "good mail"]);
  const bad = join(relay, "inbox", "storm", "x.json");
  await writeFile(bad, "x");
  const seen = async (...args: string[]) => (await army.ovld(["doctor", "--lang", "en", ...args])).stdout;
  expect(await seen()).toMatch(/mail .*1 damaged file/);
  expect(await seen()).toContain(`${bad}: not a message`);
  expect(await seen("--fix")).toContain(`moved to quarantine: ${bad}`);
  expect(await seen()).toContain("all mail can be read");
  expect(await readdir(join(relay, "quarantine", "storm"))).toHaveLength(1);
  expect((await army.ovld(["inbox", "storm"])).stdout).toContain("good mail");
  expect((await army.ovld(["doctor", "--lang", "ja"])).stdout).toContain("すべてのメッセージを読み取れます");
});
