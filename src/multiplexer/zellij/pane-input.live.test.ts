import { paneInputContract } from "#multiplexer/pane-input.contract.ts";
import { zellij } from "./zellij.ts";

paneInputContract("zellij", { open: zellij });
