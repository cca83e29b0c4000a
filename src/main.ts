#!/usr/bin/env node
import { writeSync } from "node:fs";
import { version } from "./version.ts";

const argv = process.argv.slice(2);

if (argv.length === 1 && ["--version", "-V", "-v"].includes(argv[0] as string)) writeSync(1, `${version}\n`);
else {
  const wire = await import("./wire.ts");
  const { runCommandLine } = await wire.commandLine();
  process.exitCode = await runCommandLine(argv, { env: process.env, version, wire });
}
