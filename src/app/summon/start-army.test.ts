import { expect, test } from "vitest";
import { dismiss } from "#app/lifecycle/dismiss.ts";
import type { Registry } from "#home/registry.ts";
import type { Multiplexer, Pane } from "#multiplexer/multiplexer.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { type ArmyOrder, type StartParts, startArmy } from "./start-army.ts";

const steps = ["store", "files", "registry", "multiplexer", "panes"] as const;

/** Parts that record each step and fail at the given one. */
function stage(failing?: (typeof steps)[number]) {
  const done: string[] = [];
  const act = (what: string, step?: (typeof steps)[number]) => async () => {
    done.push(what);
    if (step !== undefined && step === failing) throw new Error(`${step} failed`);
  };
  const memory = memoryRelayStore();
  const store = { ...memory, initialise: act("store", "store"), clean: act("clean") } as unknown as RelayStore;
  const multiplexer = { end: act("end") } as unknown as Multiplexer;
  const noted: unknown[] = [];
  const registry = {
    add: act("registry", "registry"),
    remove: act("forget"),
    async note(_name: string, { panes }: { panes: unknown }) {
      noted.push(panes);
      await act("panes", "panes")();
    },
  } as unknown as Registry;
  const controller = new AbortController();
  const parts: StartParts = {
    store,
    multiplexer,
    registry,
    signal: controller.signal,
    writeFile: act("files", "files"),
    removeFolder: act("remove"),
  };
  const start = async () => {
    await act("multiplexer", "multiplexer")();
    return [{ title: "storm", id: "%3" } as Pane, { title: "dashboard", id: "%4" } as Pane];
  };
  return { parts, done, noted, abort: () => controller.abort(), start };
}

const order = {
  entry: { name: "ovld-a", roster: ["storm"] },
  folder: "/s/ovld-a",
  files: [{ path: "/s/ovld-a/x", content: "" }],
} as unknown as ArmyOrder;

test("store, files, entry and session are created in this order, and the roles' panes are recorded", async () => {
  const { parts, done, noted, start } = stage();
  await startArmy(order, parts, start);
  expect(done).toEqual([...steps]);
  expect(noted).toEqual([{ storm: "%3" }]);
});

test.each([
  ["store", ["store", "clean", "remove"]],
  ["files", ["store", "files", "clean", "remove"]],
  ["registry", ["store", "files", "registry", "forget", "clean", "remove"]],
  ["multiplexer", ["store", "files", "registry", "multiplexer", "forget", "clean", "remove"]],
  ["panes", [...steps, "end", "forget", "clean", "remove"]],
] as const)("if %s fails, the earlier steps are undone in reverse order", async (step, expected) => {
  const { parts, done, start } = stage(step);
  await expect(startArmy(order, parts, start)).rejects.toThrow(`${step} failed`);
  expect(done).toEqual(expected);
});

test("a cancelled start leaves nothing", async () => {
  const { parts, done, abort } = stage();
  const start = async () => {
    abort();
    return [];
  };
  await expect(startArmy(order, parts, start)).rejects.toMatchObject({ code: "cancelled" });
  expect(done.slice(-4)).toEqual(["end", "forget", "clean", "remove"]);
});

function dismissal(...failing: string[]) {
  const done: string[] = [];
  const act = (what: string) => async () => {
    done.push(what);
    if (failing.includes(what)) throw new Error(`${what} failed`);
  };
  const parts = {
    multiplexer: { end: act("end") },
    endProcesses: act("processes"),
    keepHistory: act("history"),
    closeFields: act("fields"),
    store: { clean: act("clean") },
    registry: { remove: act("forget"), note: act("note") },
    removeFolder: act("remove"),
  };
  return { parts, done };
}

test.each([
  ["end", {}, ["end"]],
  ["end", { keep: true }, ["end"]],
  ["history", {}, ["end", "processes", "history"]],
] as const)("an army stays for another dismissal if its %s fails", async (step, options, expected) => {
  const { parts, done } = dismissal(step);
  await expect(dismiss("ovld-a", parts, options)).rejects.toThrow(`${step} failed`);
  expect(done).toEqual(expected);
});

test("a kept army is recorded as resting; a removal continues after a failed step and throws its error", async () => {
  const kept = dismissal();
  await dismiss("ovld-a", kept.parts, { keep: true });
  expect(kept.done).toEqual(["end", "processes", "note"]);
  const { parts, done } = dismissal("clean", "remove");
  await expect(dismiss("ovld-a", parts)).rejects.toThrow("clean failed");
  expect(done).toEqual(["end", "processes", "history", "fields", "clean", "forget", "remove"]);
});

test("an army that is over is removed even if its multiplexer fails", async () => {
  const { parts, done } = dismissal("end");
  await dismiss("ovld-a", parts, { isOver: true });
  expect(done).toEqual(["end", "processes", "history", "fields", "clean", "forget", "remove"]);
});
