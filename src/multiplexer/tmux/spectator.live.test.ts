import { spectatorContract } from "#multiplexer/spectator.contract.ts";
import { tmux } from "./tmux.ts";

spectatorContract("tmux", {
  open: tmux,
  attach: (session) => ["env", "-u", "TMUX", "-u", "TMUX_PANE", "tmux", "attach-session", "-t", `=${session}`],
  tellsKeys: true,
});
