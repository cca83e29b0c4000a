import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { paneInputContract } from "#multiplexer/pane-input.contract.ts";
import { tmux } from "./tmux.ts";

const execute = promisify(execFile);

paneInputContract("tmux", {
  open: tmux,
  async startCopyMode({ env }, pane) {
    await execute("tmux", ["copy-mode", "-t", pane], { env });
  },
});
