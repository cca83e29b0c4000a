import { mkdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { multiplexerContract } from "#multiplexer/multiplexer.contract.ts";
import { tmux } from "./tmux.ts";

multiplexerContract("tmux", {
  open: tmux,
  start: (name) => ["new-session", "-d", "-s", name],
  end: (name) => ["kill-session", "-t", `=${name}`],
  async socketIn(army, name) {
    const folder = join(army.env.TMUX_TMPDIR as string, `tmux-${userInfo().uid}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  },
});
