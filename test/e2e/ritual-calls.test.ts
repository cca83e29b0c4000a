import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, vi } from "vitest";
import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { roles } from "#test/support/army-roles.ts";
import { without } from "#test/support/programs.ts";
import { type Call, recordProgram } from "#test/support/recorded-program.ts";
import { installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { verifying } from "#test/support/verifies.ts";

const execute = promisify(execFile);
const timeout = 180_000;

/** Tab of each role in the specification. */
const TABS: Record<string, string> = {
  ...{ overlord: "command", strategist: "command", inferno: "battlefield" },
  ...{ glacier: "support", shadow: "support", storm: "support" },
};

interface PaneLocation {
  tab: string;
  /** Id of the tab in the multiplexer's commands. */
  tabId: string;
  pane: string;
}

/** The multiplexer calls for one ritual, made by the process that types it. */
interface RitualCalls {
  /** Calls since the previous ritual. */
  before: Call[];
  text: Call;
  /** Calls between the text and Enter. */
  between: Call[];
  enter: Call;
}

for (const kind of multiplexerKinds)
  describe(`on ${kind}`, () => {
    const skip = without(kind);
    const verifies = verifying({ skip, timeout });
    let locations: Record<string, PaneLocation> = {};
    let given: RitualCalls[] = [];
    const typed: Record<string, string> = {};

    beforeAll(async () => {
      if (skip) return;
      await using army = await temporaryArmy();
      await installScriptedAgent(army);
      const calls = await recordProgram(army, kind);
      const argv = ovldOnTerminal("summon", "--mux", kind);
      await using terminal = await openTerminal(argv, { cwd: army.project, env: army.env });
      await terminal.sees("battlefield");
      const isGiven = async () => expect((await notesOf(army, "storm")).typed).toMatch(/\r$/);
      await vi.waitFor(isGiven, { timeout: 90_000, interval: 200 });
      // zellij 0.45.1 sometimes answers one of two clients with nothing.
      locations = await vi.waitFor(() => locationsOf(army, kind), { timeout: 20_000 });
      given = ritualsIn(await calls(), kind);
      for (const role of roles) typed[role] = (await notesOf(army, role)).typed;
      await army.ovld(["unsummon", "--force"]);
    }, timeout);

    verifies("ritual:tab", "each role's tab and pane are shown before its ritual is typed into that pane", () => {
      expect(given).toHaveLength(roles.length);
      for (const [index, role] of roles.entries()) {
        const { before, text, enter } = given[index]!;
        const { tab, tabId, pane } = locations[role]!;
        expect(tab, role).toBe(TABS[role]);
        const words = before.map(plain);
        const [goes, turns] =
          kind === "zellij"
            ? [/ go-to-tab-by-id (\S+)$/, / focus-pane-id (\S+)$/]
            : [/select-window -t (%\d+)/, /select-pane -t (%\d+)/];
        expect(lastOf(words, goes), role).toBe(tabId);
        expect(lastOf(words, turns), role).toBe(pane);
        for (const call of [text, enter]) expect(plain(call)).toMatch(new RegExp(`(--pane-id|-t) ${pane}\\b`));
      }
    });

    verifies("ritual:six", "each role's agent gets the text of its own file, and Enter", async () => {
      for (const role of roles)
        expect(typed[role], role).toBe(`${(await readFile(`rituals/${role}.md`, "utf8")).trimEnd()}\r`);
    });

    if (kind === "zellij")
      verifies("ritual:type", "zellij --session <name> action write-chars <text>", async () => {
        for (const [index, role] of roles.entries()) {
          const ritual = (await readFile(`rituals/${role}.md`, "utf8")).trimEnd();
          const { pane } = locations[role]!;
          const words = ["--session", "ovld-project", "action", "write-chars", "--pane-id", pane, "--"];
          expect(given[index]?.text.argv).toEqual([...words, ritual]);
          expect(given[index]?.enter.argv).toEqual([...words, "\r"]);
        }
      });

    verifies("ritual:delay-before", "500 ms between the previous call and the text", () => {
      for (const { before, text } of given.slice(1)) {
        const gaps = gapsIn([...before, text]);
        const turn = gaps.findIndex((gap) => gap >= 1000);
        expect(Math.max(...gaps.slice(turn + 1)), `gaps: ${gaps}`).toBeGreaterThanOrEqual(500);
      }
    });

    verifies("ritual:enter", "Enter is a separate call, 200 ms after the text", () => {
      for (const { text, between, enter } of given) {
        expect(Math.max(...gapsIn([text, ...between, enter]))).toBeGreaterThanOrEqual(200);
        if (kind === "zellij") expect(enter.argv.at(-1)).toBe("\r");
      }
    });

    verifies("ritual:delay-between", "1 s from a role's Enter to the next role's turn", () => {
      for (const [index, { before }] of given.entries())
        if (index > 0) expect(Math.max(...gapsIn([given[index - 1]!.enter, ...before]))).toBeGreaterThanOrEqual(1000);
    });
  });

async function locationsOf(army: TemporaryArmy, kind: MultiplexerKind): Promise<Record<string, PaneLocation>> {
  const [entry] = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as [
    { panes: Record<string, string> },
  ];
  const ask = async (...args: string[]) => (await execute(kind, args, { env: army.env })).stdout;
  const listed: (PaneLocation | undefined)[] =
    kind === "tmux"
      ? (await ask("list-panes", "-s", "-t", "=ovld-project", "-F", "#{window_name} #{pane_id}"))
          .split("\n")
          .map((row) => row.split(" "))
          // tmux accepts any pane id as a target for its window.
          .map(([tab = "", pane = ""]) => ({ tab, tabId: pane, pane }))
      : (JSON.parse(await ask("--session", "ovld-project", "action", "list-panes", "--json")) as ListedPane[]).map(
          ({ id, is_plugin, tab_name, tab_id }) =>
            is_plugin ? undefined : { tab: tab_name, tabId: String(tab_id), pane: `terminal_${id}` },
        );
  return Object.fromEntries(
    Object.entries(entry.panes).flatMap(([role, pane]) => {
      const location = listed.find((one) => one?.pane === pane);
      return location ? [[role, location]] : [];
    }),
  );
}

interface ListedPane {
  id: number;
  is_plugin: boolean;
  tab_name: string;
  tab_id: number;
}

function ritualsIn(all: readonly Call[], kind: MultiplexerKind): RitualCalls[] {
  const isWriting = ({ argv }: Call) =>
    kind === "zellij" ? argv.includes("write-chars") : argv.join(" ").includes("paste-buffer");
  const writer = all.find(isWriting)?.caller;
  const calls = all.filter(({ caller }) => caller === writer);
  const writes = calls.flatMap((call, index) => (isWriting(call) ? [index] : []));
  return writes.flatMap((text, nth) => {
    const enter = writes[nth + 1];
    if (nth % 2 === 1 || enter === undefined) return [];
    const since = (writes[nth - 1] ?? -1) + 1;
    return {
      ...{ before: calls.slice(since, text), text: calls[text]! },
      ...{ between: calls.slice(text + 1, enter), enter: calls[enter]! },
    };
  });
}

/** Milliseconds between the end of each call and the start of the next. */
function gapsIn(calls: readonly Call[]): number[] {
  return calls.slice(1).map(({ start }, index) => start - calls[index]!.end);
}

/** The arguments of a call, without the quotes of tmux's command language. */
function plain({ argv }: Call): string {
  return argv.join(" ").replaceAll(/["'\\]/g, "");
}

function lastOf(lines: readonly string[], pattern: RegExp): string | undefined {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).at(-1);
}
