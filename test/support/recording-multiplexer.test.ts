import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { PANE_INPUT_SESSION, paneInputPromises } from "#multiplexer/pane-input.contract.ts";
import { paneWatcherPromises, WATCHED_SESSION } from "#multiplexer/pane-watcher.contract.ts";
import { panesContract, recordersPlan } from "#multiplexer/panes.contract.ts";
import { RESPAWN_SESSION, respawnPlan, respawnPromises } from "#multiplexer/respawn.contract.ts";
import type { Launch, PlannedPane } from "#multiplexer/session-plan.ts";
import { type RecordingMultiplexer, recordingMultiplexer } from "./recording-multiplexer.ts";
import type { ScriptedPane } from "./scripted-pane.ts";

// Not run here: full.contract.ts and multiplexer.contract.ts, which need terminals, sockets, files and processes.

const FOLDER = "/nowhere";
const paneOf = (title: string, ...argv: Launch["argv"]): PlannedPane => ({ kind: "pane", title, launch: { argv } });

/** A program that shows `ready`, or ends immediately; the pane records its input. */
function recorder(pane: ScriptedPane): void {
  const [program] = pane.argv;
  if (program === "ends-at-once") pane.exit(1);
  else pane.show("ready 準備");
}

panesContract("in memory", async (_, work) => {
  const multiplexer = recordingMultiplexer({ program: recorder });
  const panesIn = (session: string) => multiplexer.session(session)?.panes ?? [];
  await work({
    ...{ multiplexer, other: multiplexer, folder: FOLDER },
    plan: (session) => recordersPlan(session, FOLDER, () => ["recorder"]),
    typed: async (session, title) => Buffer.from(multiplexer.pane(session, title).given.join("")),
    running: (session) => panesIn(session).filter(({ state }) => state === "running").length,
    endings: { "at-once": ["ends-at-once"], later: ["ends-later"] },
    endLater: async () => multiplexer.pane("ovld-a", "later").exit(3),
    startForeign: async (name) => multiplexer.addSession(name),
  });
});

function paneInputProgram(pane: ScriptedPane): void {
  const [program, mode] = pane.argv;
  if (program === "sh") shell(pane);
  else if (program === "ended") pane.show("last words");
  else composer(pane, mode === "paste");
}

/** Draws a red word and a composer with its input, like the program of the contract. */
function composer(pane: ScriptedPane, bracketsPaste: boolean): void {
  let draft = "";
  const draw = () => pane.show(`\u001b[31m準備\u001b[39m\n> ${draft}`, { row: 1, column: 2 });
  pane.bracketsPaste = bracketsPaste;
  pane.onInput = (text) => {
    draft += stripVTControlCharacters(text);
    draw();
  };
  draw();
}

function shell(pane: ScriptedPane): void {
  pane.onInput = (line) => pane.show(`${pane.screen}${line}\n${line.replace("echo ", "").replace("''", "")}`);
}

paneInputPromises(
  "in memory",
  async (_, work) => {
    const multiplexer = recordingMultiplexer({ program: paneInputProgram });
    const panes = [
      ...[paneOf("agent", "node", "paste"), paneOf("plain", "node", "plain")],
      ...[paneOf("shell", "sh"), paneOf("ended", "ended")],
    ];
    const tabs = [{ name: "one", focus: true, split: "rows", panes }] as const;
    await multiplexer.open({ session: PANE_INPUT_SESSION, directory: FOLDER, tabs }, { folder: FOLDER });
    const pane = (title: string) => multiplexer.pane(PANE_INPUT_SESSION, title);
    await work({
      multiplexer,
      pane: { agent: pane("agent").id, plain: pane("plain").id, shell: pane("shell").id, ended: pane("ended").id },
      reads: async (title) => [...pane(title).given],
      end: async () => pane("ended").exit(5),
      mark: `${FOLDER}/mark`,
      async startCopyMode() {
        pane("agent").inCopyMode = true;
      },
    });
  },
  { hasCopyMode: true },
);

/** Shows its input since the last Enter in red, and ends like the program of the contract. */
function echo(pane: ScriptedPane): void {
  let given = "";
  const draw = () => pane.show(`ready\n\u001b[31m[${given}]\u001b[39m`, { row: 1, column: 0 });
  pane.onInput = (text) => {
    if (text === "\u0004") pane.show(`${pane.screen}\nfarewell`);
    if (text === "\u001d" || text === "\u0004") pane.exit();
    else {
      given = (given + text).split("\r").at(-1) ?? "";
      draw();
    }
  };
  draw();
}

paneWatcherPromises("in memory", async (_, work) => {
  const multiplexer = recordingMultiplexer({ program: echo });
  const panes = ["shown", "beside", "hidden"].map((title) => paneOf(title, "echo"));
  const tabs = [{ name: "one", focus: true, split: "columns", panes }] as const;
  await multiplexer.open({ session: WATCHED_SESSION, directory: FOLDER, tabs }, { folder: FOLDER });
  const id = (title: string) => multiplexer.pane(WATCHED_SESSION, title).id;
  await work({ multiplexer, pane: { shown: id("shown"), beside: id("beside"), hidden: id("hidden") } });
});

respawnPromises("in memory", async (_, work) => {
  const notes = new Map<string, { directory: string; words: string[] }>();
  const multiplexer = recordingMultiplexer({
    program(pane) {
      const [, name = "", ...words] = pane.argv;
      notes.set(name, { directory: pane.directory, words });
      pane.onInput = (text) => pane.show(`${pane.screen}${text}`);
      pane.show(`here is ${name}`);
    },
  });
  const noting = (name: string, ...words: string[]): Launch["argv"] => ["noting", name, ...words];
  const fixture = { directory: FOLDER, noting };
  await multiplexer.open(respawnPlan(fixture), { folder: FOLDER });
  const running = () => multiplexer.session(RESPAWN_SESSION)?.panes ?? [];
  await work({
    ...{ ...fixture, multiplexer },
    noted: async (name) => notes.get(name),
    isRunning: async (name) => running().some(({ argv, state }) => argv[1] === name && state === "running"),
    crash: async (name) => multiplexer.pane(RESPAWN_SESSION, name).exit(137),
    close: async (id) => multiplexer.closePane(RESPAWN_SESSION, titleOf(multiplexer, id)),
    oddFolder: async () => `${FOLDER}/odd`,
  });
});

function titleOf(multiplexer: RecordingMultiplexer, id: string): string {
  return multiplexer.session(RESPAWN_SESSION)?.panes.find((pane) => pane.id === id)?.title ?? "";
}

describe("scripted behaviour", () => {
  const plan = recordersPlan("ovld-a", FOLDER, () => ["recorder"]);
  const open = async () => {
    const multiplexer = recordingMultiplexer({ program: recorder });
    await multiplexer.open(plan, { folder: FOLDER });
    return multiplexer;
  };

  test("calls are recorded in order; acts() leaves out calls that change nothing", async () => {
    const multiplexer = await open();
    const [left] = await multiplexer.panes("ovld-a");
    await multiplexer.type("ovld-a", left?.id ?? "", "text");
    await multiplexer.end("ovld-a");
    expect(multiplexer.calls.slice(1)).toEqual([
      ["panes", "ovld-a"],
      ["type", "ovld-a", left?.id, "text"],
      ["end", "ovld-a"],
    ]);
    expect(multiplexer.acts()).toEqual(["open", "type", "end"]);
  });

  test("failNext makes one call fail, not the one after it", async () => {
    const multiplexer = await open();
    const broken = new Error("broken");
    multiplexer.failNext("panes", broken);
    await expect(multiplexer.panes("ovld-a")).rejects.toBe(broken);
    expect(await multiplexer.panes("ovld-a")).toHaveLength(5);
  });

  test("a person stays attached until `leaving` resolves, and the attached client follows the focus", async () => {
    const multiplexer = await open();
    let leave = (_: "left" | "lost") => {};
    multiplexer.leaving = () => new Promise((resolve) => (leave = resolve));
    const attached = multiplexer.attach("ovld-a");
    const { id } = multiplexer.pane("ovld-a", "bottom");
    expect(await multiplexer.focused("ovld-a")).toBe(multiplexer.pane("ovld-a", "left").id);
    await multiplexer.focus("ovld-a", id);
    expect(await multiplexer.personAt("ovld-a", id)).toEqual({});
    leave("lost");
    expect(await attached).toBe("lost");
    expect(await multiplexer.focused("ovld-a")).toBeUndefined();
    await multiplexer.focus("ovld-a", id);
    expect(await multiplexer.focused("ovld-a")).toBeUndefined();
  });

  test("a lost session has ended for every call", async () => {
    const multiplexer = await open();
    multiplexer.addSession("ovld-old", "exited");
    multiplexer.lose("ovld-a");
    expect(await multiplexer.sessions()).toEqual([{ name: "ovld-old", state: "exited" }]);
    await expect(multiplexer.panes("ovld-old")).rejects.toMatchObject({ code: "session-ended" });
  });
});
