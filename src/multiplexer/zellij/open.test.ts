import { join } from "node:path";
import { expect, test } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { openInBackground } from "./open.ts";
import type { Zellij } from "./run.ts";
import { startGate } from "./start-gate.ts";

const plan: SessionPlan = {
  session: "ovld-a",
  directory: "/p",
  tabs: [
    { name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv: ["cat"] } }] },
  ],
};
const PANES = JSON.stringify([{ id: 0, title: "one", tab_name: "only", exit_status: null }]);
const hung = new OvldError("program-timeout", { program: "zellij", args: [], ms: 10_000, stderr: "" });

/** Opens the plan with a zellij whose first `failures` calls hang; resolves with the calls and the panes or the error. */
async function open({ failures, hasServer }: { failures: number; hasServer: boolean }) {
  await using folder = await temporaryFolder();
  let starts = 0;
  let isEnding = false;
  const zellij = {
    program: "zellij",
    async ask(...args: string[]) {
      isEnding ||= args[0] === "kill-session";
      return args.includes("list-panes") ? PANES : "";
    },
    async startIn() {
      starts++;
      if (starts <= failures) throw hung;
    },
  } as Partial<Zellij> as Zellij;
  const queries = { ask: zellij.ask, sockets: () => [], hasServer: async () => hasServer && !isEnding };
  const parts = { zellij, gate: startGate(join(folder.path, "z")), queries, ungated: queries };
  const result = await openInBackground(plan, { folder: folder.path }, parts).catch((error: unknown) => error);
  return { starts, result };
}

test("a client that waits for a server that has died is started again", async () => {
  const { starts, result } = await open({ failures: 1, hasServer: false });
  expect(result).toMatchObject([{ id: "terminal_0", title: "one" }]);
  expect(starts).toBe(2);
});

test("a server that dies at every start is an error", async () => {
  const { starts, result } = await open({ failures: 3, hasServer: false });
  expect(result).toMatchObject({ code: "session-not-started" });
  expect(starts).toBe(3);
});

test("a client that is slow while its server runs is not started again", async () => {
  const { starts, result } = await open({ failures: 1, hasServer: true });
  expect(result).toBe(hung);
  expect(starts).toBe(1);
});
