#!/usr/bin/env node
import { systemClock } from "#base/clock.ts";
import { exitStatus } from "#base/errors.ts";
import { app } from "#cli/app.ts";
import { chooseLanguage } from "#cli/choose-language.ts";
import { streamOutput } from "#cli/output.ts";
import { asOvldError, errorText } from "#cli/report-error.ts";
import { verbs } from "#cli/table.ts";
import { catalog } from "#i18n/catalog.ts";
import { version } from "./version.ts";
import * as wire from "./wire.ts";

const argv = process.argv.slice(2);
const { env, stdout, stderr } = process;
const interruption = listenForInterruption();
leaveQuietlyOnBrokenPipe();

const directory = currentDirectory();
const lang = await chooseLanguage(argv, env, directory, wire);
const words = catalog(lang);
const out = streamOutput({ stdout, stderr }, env);

try {
  process.exitCode = await app(argv, {
    env,
    directory,
    platform: process.platform,
    version,
    lang,
    words,
    overrides: {},
    out,
    clock: systemClock,
    signal: interruption.signal,
    wire,
    verbs,
  });
} catch (thrown) {
  report(thrown);
}

function report(thrown: unknown): void {
  const error = asOvldError(thrown);
  const text = errorText(error, words);
  process.exitCode = error.exitStatus;
  if (argv.includes("--json")) out.json({ error: text });
  else for (const line of [`ovld: ${text.message}`, ...(text.hint ? [`  ${text.hint}`] : [])]) out.note(line);
  if (argv.includes("--debug"))
    for (let at: unknown = error; at instanceof Error; at = at.cause) out.note(at.stack ?? "");
}

/** The first signal asks the verb to stop and tidy up; the second ends the process at once. */
function listenForInterruption(): AbortController {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitStatus.cancelled);
      controller.abort();
    });
  return controller;
}

/** `ovld … | head -1` closes our stdout while we still write. */
function leaveQuietlyOnBrokenPipe(): void {
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
}

/** A folder that was deleted under our feet has a name all the same; who needs the folder itself will say so. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return env.PWD ?? "/";
  }
}
