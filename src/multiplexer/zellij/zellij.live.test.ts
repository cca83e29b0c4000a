import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fullContract } from "#multiplexer/full.contract.ts";
import { multiplexerContract } from "#multiplexer/multiplexer.contract.ts";
import { respawnContract } from "#multiplexer/respawn.contract.ts";
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
