import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";

const execute = promisify(execFile);

export interface TerminalOptions {
  cwd: string;
  /** The whole environment; its TMUX_TMPDIR is the socket folder of the terminal's own tmux server. */
  env: Record<string, string>;
  columns?: number;
  rows?: number;
}

/** A real terminal that runs a program, on a tmux server of its own; its disposal ends the server. */
export interface Terminal extends AsyncDisposable {
  /** The current screen, without trailing spaces. */
  screen(): Promise<string>;
  /** Resolves with the screen when it matches. */
  sees(what: string | RegExp): Promise<string>;
  /** The screen with escape sequences for its colours. */
  colouredScreen(): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  /** State of the terminal, by a tmux format such as `#{alternate_on}`. */
  tells(format: string): Promise<string>;
  type(text: string): Promise<void>;
  /** Pastes in one piece, bracketed if the program has enabled bracketed paste. */
  paste(text: string): Promise<void>;
  /** Keys by their tmux names: `C-o`, `Enter`, `Escape`. */
  press(...keys: string[]): Promise<void>;
  /** Resolves with the exit status when the program has ended. */
  ended(options?: { within: number }): Promise<number>;
  /** Pid of the program on the terminal. */
  pid(): Promise<number>;
}

const WAIT = { timeout: 30_000, interval: 50 };

export async function openTerminal(argv: readonly string[], options: TerminalOptions): Promise<Terminal> {
  const { cwd, env, columns = 120, rows = 40 } = options;
  const server = ["-L", `terminal-${randomBytes(4).toString("hex")}`, "-f", "/dev/null"];
  const gone = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const run = async (...args: string[]) => (await execute("tmux", [...server, ...args], { cwd, env })).stdout;
  const tmux = async (...args: string[]) => {
    gone.signal.throwIfAborted();
    const call = run(...args);
    underWay.add(call);
    return call.finally(() => underWay.delete(call));
  };
  const format = async (text: string) => (await tmux("display-message", "-p", text)).trim();
  const size = ["-x", String(columns), "-y", String(rows)];
  // tmux sometimes loses a program's exit status and overwrites its last screen, so a shell records the status.
  const status = join(cwd, `.status-${randomBytes(4).toString("hex")}`);
  const line = 'status=$1; shift; "$@"; echo $? > "$status"; exec sleep 100000';
  const quoted = ["sh", "-c", line, "sh", status, ...argv].map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`).join(" ");
  await tmux("start-server", ";", "new-session", "-d", ...size, `exec ${quoted}`);
  const screen = () => tmux("capture-pane", "-p");
  return {
    screen,
    colouredScreen: () => tmux("capture-pane", "-p", "-e"),
    resize: async (x, y) => void (await tmux("resize-window", "-x", String(x), "-y", String(y))),
    tells: format,
    paste: async (text) => void (await tmux("set-buffer", "--", text, ";", "paste-buffer", "-p", "-d")),
    async sees(what) {
      const isShown = (shown: string) => (typeof what === "string" ? shown.includes(what) : what.test(shown));
      const seen = await vi.waitFor(async () => {
        if (gone.signal.aborted) return "";
        const shown = await screen();
        if (isShown(shown)) return shown;
        throw new Error(`the terminal does not show ${what}, but:\n${shown}`);
      }, WAIT);
      gone.signal.throwIfAborted();
      return seen;
    },
    type: async (text) => void (await tmux("send-keys", "-l", "--", text)),
    press: async (...keys) => void (await tmux("send-keys", ...keys)),
    ended: async ({ within } = { within: WAIT.timeout }) =>
      Number(await vi.waitUntil(() => readFile(status, "utf8").catch(() => ""), { ...WAIT, timeout: within })),
    pid: async () => Number((await execute("pgrep", ["-P", await format("#{pane_pid}")])).stdout),
    async [Symbol.asyncDispose]() {
      gone.abort(new Error("the terminal is gone"));
      await Promise.allSettled(underWay);
      await run("kill-server").catch(() => {});
      await rm(status, { force: true });
    },
  };
}

/** Command line of the built `ovld`, without the variables of the tmux that provides the terminal. */
export function ovldOnTerminal(...args: string[]): string[] {
  return ["env", "-u", "TMUX", "-u", "TMUX_PANE", process.execPath, resolve("dist/main.cjs"), ...args];
}
