import { typistContract } from "#multiplexer/typist.contract.ts";
import { zellij } from "./zellij.ts";

typistContract("zellij", { open: zellij });
