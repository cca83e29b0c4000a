import { paneWatcherContract } from "#multiplexer/pane-watcher.contract.ts";
import { tmux } from "./tmux.ts";

paneWatcherContract("tmux", {
  open: tmux,
  attach: (session) => ["env", "-u", "TMUX", "-u", "TMUX_PANE", "tmux", "attach-session", "-t", `=${session}`],
  tellsKeys: true,
});
