import { spectatorContract } from "#multiplexer/spectator.contract.ts";
import { zellij } from "./zellij.ts";

spectatorContract("zellij", { open: zellij, attach: (session) => ["zellij", "attach", session], tellsKeys: false });
