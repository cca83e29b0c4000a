#!/usr/bin/env node
import { writeSync } from "node:fs";
import { loadProgram } from "#home/load-program.ts";
import { version } from "./version.ts";

const argv = process.argv.slice(2);

if (argv.length === 1 && ["--version", "-V", "-v"].includes(argv[0] as string)) writeSync(1, `${version}\n`);
else {
  const [command = "help"] = /^[a-z]{1,20}$/.exec(argv[0] ?? "") ?? [];
  const { exports, keep } = loadProgram<typeof import("./commands.ts")>("commands", command, process.env);
  void exports.run(argv, process.env, keep);
}
