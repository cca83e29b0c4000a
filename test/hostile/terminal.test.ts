import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { looking } from "./commands.ts";
import { hostile } from "./hostile.ts";
import { type HostileFixture, MINE } from "./hostile-fixture.ts";
import { quoted, writeAsAgent } from "./write-as-agent.ts";

/** The visible part of all texts below, as a proof that they reach the terminal. */
const WRITTEN = "written by an agent";
/** Sequences for title, clipboard, erase, cursor and a colour that ovld never uses; then C1 variants. */
const COMMANDS = WRITTEN.concat(
  "\u001b]0;PWNED\u0007\u001b]52;c;UFdORUQ=\u0007\u001b[2J\u001b[9;9H\u001b[5;45m\u009b2J\u009d0;PWNED\u009c",
);
/** Direction marks that reorder the text. */
const DIRECTIONS = `${WRITTEN}\u202eabc\u202c\u2066def\u2069`;
/** Characters that a model reads but a terminal does not show. */
const INVISIBLE = `${WRITTEN}\u200b\u200e\u2060\ufeff\u{e0041}\u{e0042}`;

/** Fields whose values are keys; the values of other fields are displayed. */
const LOOKED_UP =
  /^(id|thread|parent|to|from|state|priority|role|status|session|kind|program|lang|layer|reportsTo|durability|model)$/;

/** The JSON with a text in front of every displayed string. */
function withText(text: string, original: string): string {
  const change = (key: string, value: unknown) =>
    typeof value === "string" && !LOOKED_UP.test(key) ? `${text}${value}` : value;
  return JSON.stringify(JSON.parse(original, change));
}

/** Puts the text into every field and name that agents can write. */
async function writeEverywhere(fixture: HostileFixture, text: string): Promise<void> {
  const { folder } = fixture.mine;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => /^relay.*\.json$/.test(path) && statSync(join(folder, path)).isFile());
  const told = JSON.stringify(text);
  await writeAsAgent(fixture, {
    ...Object.fromEntries(files.map((path) => [path, withText(text, readFileSync(join(folder, path), "utf8"))])),
    "bell/storm/mood": `asking 1\n{"tool_name":${told}}\n`,
    "bell/shadow/mood": `limited 1\n{"last_assistant_message":${told}}\n`,
    "bell/glacier/parked": `${text}\n`,
    [`relay/${text}.lock`]: "damaged",
    [`${text}.lock`]: "damaged",
    [`relay/inbox/storm/${text}.json`]: "damaged",
    [`relay/inbox/${text}`]: "damaged",
  });
}

/** Raw output of a command on a terminal. */
async function onTerminal(fixture: HostileFixture, argv: readonly string[]): Promise<string> {
  const line = [process.execPath, resolve("dist/main.cjs"), ...argv].map(quoted).join(" ");
  const { army, mine } = fixture;
  return (await army.shell(`script -qec ${quoted(line)} /dev/null`, { cwd: mine.directory })).stdout;
}

/** Removes ovld's own colours and the terminal's line breaks. */
function foreign(printed: string): string {
  return printed.replaceAll(OURS, "");
}

const SHOWING = [...looking, ["send", "storm", "hello"], ["doctor", "--fix"]];
const COMMAND = /(?![\n\t])\p{Cc}/u;
const OURS = new RegExp(`${String.fromCharCode(27)}\\[(?:0|1|2|22|31|32|33|36|39)m|\\r(?=\\r*\\n)`, "g");

hostile("S17: no control sequence that an agent wrote reaches a terminal", async (fixture) => {
  await writeEverywhere(fixture, COMMANDS);
  await expectClean(fixture, COMMAND);
});

hostile("S17: no control sequence in a project's settings reaches a terminal", async (fixture) => {
  const text = quoted(JSON.stringify(`${COMMANDS}${DIRECTIONS}`));
  await fixture.agent(`set -e; printf 'formation = %s\\n%s = 1\\n' ${text} ${text} >.ovld.toml`);
  await expectClean(fixture, COMMAND, [["status"], ["config"], ["doctor"], ["summon", "--dry-run"]]);
});

hostile("S17: no direction mark that an agent wrote reaches a terminal", async (fixture) => {
  await writeEverywhere(fixture, DIRECTIONS);
  await expectClean(fixture, /[\u202a-\u202e\u2066-\u2069]/);
});

hostile("S17: no invisible character that an agent wrote reaches a terminal", async (fixture) => {
  await writeEverywhere(fixture, INVISIBLE);
  await expectClean(fixture, /[\u200b\u200e\u2060\ufeff\u{e0041}\u{e0042}]/u);
});

async function expectClean(fixture: HostileFixture, unwanted: RegExp, commands = SHOWING): Promise<void> {
  const outputs = await Promise.all(commands.map(async (argv) => foreign(await onTerminal(fixture, argv))));
  expect(outputs.join("")).toContain(WRITTEN);
  const seen = outputs.map((printed, index) => {
    const at = printed.search(unwanted);
    return at < 0
      ? []
      : [`${commands[index]?.join(" ")}: ${JSON.stringify(printed.slice(Math.max(0, at - 60), at + 20))}`];
  });
  expect(seen.flat()).toEqual([]);
}

hostile("S17: text of agents changes neither the dashboard's screen nor title and clipboard", async (fixture) => {
  await writeEverywhere(fixture, `${COMMANDS}${DIRECTIONS}`);
  const argv = ovldOnTerminal("dashboard", "--session", MINE);
  const { army } = fixture;
  await using terminal = await openTerminal(argv, { cwd: army.project, env: army.env, columns: 140, rows: 50 });
  const screen = await terminal.sees(/running[\s\S]*Glacier.*written by an agent/);
  expect(screen).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  expect(await terminal.tells("#{pane_title}")).not.toContain("PWNED");
  expect(await terminal.colouredScreen()).not.toContain("\u001b[45m");
  expect((await army.shell("tmux show-buffer")).stdout).not.toContain("PWNED");
  await terminal.press("q");
  expect(await terminal.ended()).toBe(0);
});
