#!/usr/bin/env node
import { writeSync } from "node:fs";
import { version } from "./version.ts";
import * as wire from "./wire.ts";

const argv = process.argv.slice(2);

if (argv.length === 1 && argv[0] === "--version") writeSync(1, `${version}\n`);
else {
  const { runCommandLine } = await wire.commandLine();
  process.exitCode = await runCommandLine(argv, { env: process.env, version, wire });
}
