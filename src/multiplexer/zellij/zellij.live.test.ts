import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fullContract } from "#multiplexer/full.contract.ts";
import { multiplexerContract } from "#multiplexer/multiplexer.contract.ts";
import { respawnContract } from "#multiplexer/respawn.contract.ts";
import { parseSessions } from "./sessions.ts";
import { zellij } from "./zellij.ts";

multiplexerContract("zellij", {
  open: zellij,
  start: (name) => ["attach", "--create-background", name],
  end: (name) => ["kill-session", name],
  async socketIn(army, name) {
    const folder = join(army.env.ZELLIJ_SOCKET_DIR as string, "contract_version_1");
    await mkdir(folder, { recursive: true });
    return join(folder, name);
  },
});

fullContract("zellij", {
  open: zellij,
  startForeign: (name) => ["attach", "--create-background", name],
  keys: { detach: ["C-o", "d"], quit: ["C-q"] },
});

respawnContract("zellij", zellij);

test("a name is read as a whole, dead sessions are told from living ones", () => {
  const listing =
    "ovld-a [Created 3s ago] \novld-a-2 [Created 1h 2m ago] (EXITED - attach to resurrect)\nodd name [Created 1s ago] (current)\n";
  expect(parseSessions(listing)).toEqual([
    { name: "ovld-a", state: "running" },
    { name: "ovld-a-2", state: "exited" },
    { name: "odd name", state: "running" },
  ]);
});

test("a listing without sessions is empty", () => {
  expect(parseSessions("")).toEqual([]);
});
