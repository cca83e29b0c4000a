import { paneWatcherContract } from "#multiplexer/pane-watcher.contract.ts";
import { zellij } from "./zellij.ts";

paneWatcherContract("zellij", { open: zellij, attach: (session) => ["zellij", "attach", session], tellsKeys: false });
