#!/usr/bin/env node
import { writeSync } from "node:fs";
import { keepHeapSmall } from "#base/small-heap.ts";
import { loadProgram } from "#home/load-program.ts";
import { version } from "./version.ts";

const argv = process.argv.slice(2);

if (argv.length === 1 && ["--version", "-V", "-v"].includes(argv[0] as string)) writeSync(1, `${version}\n`);
else {
  // Called before any code is loaded, because V8 stores its flags with the code. A server caches long lists, so it gets
  // more room for new objects. `summon` has little data, and would collect garbage a dozen times before its panes exist.
  if (argv[0] !== "summon") keepHeapSmall(argv[0] === "serve" ? 4 : 1);
  const { env } = process;
  if (argv.length === 1 && argv[0] === "relay") {
    const { exports, keep } = loadProgram<typeof import("./relay.ts")>("relay", "serve", env);
    void exports.run(env, keep);
  } else {
    const [command = "help"] = /^[a-z]{1,20}$/.exec(argv[0] ?? "") ?? [];
    const { exports, keep } = loadProgram<typeof import("./commands.ts")>("commands", command, env);
    void exports.run(argv, env, keep);
  }
}
