import { systemClock } from "#base/clock.ts";
import { visiblePath } from "#base/visible-text.ts";
import { asOvldError, exitStatus, OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";
import { catalog } from "#i18n/catalog.ts";
import type * as wire from "#wire.ts";
import { chooseLanguage } from "./choose-language.ts";
import { type Context, withOutput } from "./context.ts";
import { app } from "./dispatch.ts";
import { type Output, standardOutput } from "./output.ts";
import { errorText } from "./report-error.ts";
import { commands } from "./table.ts";

interface Given {
  env: Context["env"];
  version: string;
  wire: typeof wire;
}

/** Resolves to the exit status. Every error is reported here, in at most three lines or as one JSON document. */
export async function runCommandLine(argv: readonly string[], { env, version, wire }: Given): Promise<number> {
  const out = standardOutput(env);
  const directory = currentDirectory(env);
  const lang = await chooseLanguage(argv, env, directory, wire);
  const words = await catalog(lang);
  const services = {
    ...{ env, directory, platform: process.platform, version, lang, overrides: {}, clock: systemClock },
    signal: interruption(() => out.note(`ovld: ${words.tidying}`)),
    adapters: wire,
    tell: () => {},
  };
  try {
    return await app(
      argv,
      withOutput({ ...services, words, out, onTerminal, input: standardInput, wire, commands }, out),
    );
  } catch (thrown) {
    if (systemCode(thrown) === "EPIPE") return 0;
    const error = asOvldError(outputFailure(thrown) ?? thrown);
    try {
      report(error, argv, words, out);
    } catch (failure) {
      // stderr is closed too; the exit status still reports the error.
      if (systemCode(failure) !== "EPIPE") throw failure;
    }
    return error.exitStatus;
  }
}

/** A failed write to stdout (`> file` on a full disk) is not a bug of ovld. */
function outputFailure(thrown: unknown): OvldError | undefined {
  const { syscall } = thrown as { syscall?: unknown };
  const isOutput = !(thrown instanceof OvldError) && syscall === "write";
  return isOutput
    ? new OvldError("file-failed", { file: "stdout", action: "write", reason: reasonOf(thrown) })
    : undefined;
}

function report(error: OvldError, argv: readonly string[], words: Context["words"], out: Output): void {
  const { code, message, hint } = errorText(error, words);
  if (argv.includes("--json")) out.json({ error: { code, message, hint } });
  else for (const line of [`ovld: ${message}`, ...(hint ? [`  ${hint}`] : [])]) out.note(visiblePath(line));
  if (argv.includes("--debug"))
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      out.note(`${at instanceof OvldError ? `${at.code}: ` : ""}${at.stack ?? at.message}`);
}

/** Milliseconds between Ctrl-C and the notice that cleanup is still running. */
const QUIET = 500;
/** Milliseconds of cleanup during which another Ctrl-C has no effect; ending earlier would leave a half-ended army. */
const TIDYING = 10_000;

/** The first signal cancels the command; a later one ends the process at once if cleanup exceeds its limit. */
function interruption(tell: () => void): AbortSignal {
  const controller = new AbortController();
  let deadline = Number.POSITIVE_INFINITY;
  const stop = () => {
    if (systemClock.elapsed() > deadline) process.exit(exitStatus.cancelled);
    if (controller.signal.aborted) return;
    deadline = systemClock.elapsed() + TIDYING;
    controller.abort();
    setTimeout(() => tolerate(tell), QUIET).unref();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  return controller.signal;
}

/** Writing fails if the terminal is already closed (SIGHUP). */
function tolerate(tell: () => void): void {
  try {
    tell();
  } catch {}
}

function onTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

async function* standardInput(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const leave = () => process.stdin.destroy();
  signal.addEventListener("abort", leave);
  try {
    yield* process.stdin as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** `cwd()` throws in a deleted folder. Commands that do not need the folder still run. */
function currentDirectory(env: Context["env"]): string {
  try {
    return process.cwd();
  } catch {
    return env.PWD?.startsWith("/") ? env.PWD : "/";
  }
}
