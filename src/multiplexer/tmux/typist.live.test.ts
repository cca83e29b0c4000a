import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { typistContract } from "#multiplexer/typist.contract.ts";
import { tmux } from "./tmux.ts";

const execute = promisify(execFile);

typistContract("tmux", {
  open: tmux,
  async startCopyMode({ env }, pane) {
    await execute("tmux", ["copy-mode", "-t", pane], { env });
  },
});
