import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { skipWithout } from "#test/programs.ts";
import { installScriptedAgent } from "#test/scripted-agents.ts";
import { temporaryArmy } from "#test/temporary-army.ts";

/** Lines of fenced blocks that a reader would copy, without their remarks. */
function commandsOf(document: string): string[] {
  const blocks = [...readFileSync(document, "utf8").matchAll(/^```\n(.*?)^```/gms)].map(([, block]) => block ?? "");
  return blocks
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter(Boolean);
}

test.for(["README.md", "README.ja.md"])(
  "%s: every command of ovld in it works, in its order",
  { timeout: 180_000 },
  async (document, context) => {
    skipWithout(context, "zellij");
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    const commands = commandsOf(document).filter((line) => line.startsWith("ovld "));
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const endless = command.includes("--follow");
      const { status, stderr } = await army.shell(endless ? `timeout --foreground -s INT 3 ${command}` : command);
      expect(endless ? [124] : [0], `${command}: ${stderr}`).toContain(status);
    }
  },
);

test("both languages show the same commands, the first within the first 20 lines, at most 250 lines", () => {
  const scripts = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);
  const shown = ["README.md", "README.ja.md"].map((document) => {
    const lines = readFileSync(document, "utf8").split("\n");
    expect(lines.length).toBeLessThanOrEqual(250);
    expect(lines.slice(0, 20).join("\n")).toContain("npm test");
    const commands = commandsOf(document);
    for (const [, script] of commands.join("\n").matchAll(/^npm run (\S+)/gm)) expect(scripts).toContain(script);
    expect(lines.filter((line) => line.startsWith("#")).length).toBeGreaterThan(5);
    return {
      verbs: commands.map((line) => line.split(" ").slice(0, 2).join(" ")),
      headings: lines.filter((line) => line.startsWith("#")).length,
    };
  });
  expect(shown[1]).toEqual(shown[0]);
});
