import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { type ApiClient, apiClient } from "#test/support/api-client/client.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

export interface Serving extends AsyncDisposable {
  url: string;
  login: string;
  token: string;
  client: ApiClient;
  child: ChildProcess;
  /** A request with the token; `headers` may replace it. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Output so far, of both streams. */
  printed(): string;
  /** By default as Ctrl-C does; resolves with the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The built `ovld serve` on a free port. */
export async function serving(army: TemporaryArmy, ...flags: string[]): Promise<Serving> {
  const argv = [resolve("dist/main.cjs"), "serve", "--port", "0", "--json", ...flags];
  const child = spawn(process.execPath, argv, { cwd: army.project, env: army.env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stderr.on("data", (text) => {
    printed += text;
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const first = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed += `${line}\n`;
      done(line);
    });
    void ended.then((status) => fail(new Error(`ended with ${status}: ${printed}`)));
  });
  const { url, login, token: file } = JSON.parse(first) as { url: string; login: string; token: string };
  const token = (await readFile(file, "utf8")).trim();
  const stop = (signal: NodeJS.Signals = "SIGINT") => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    login,
    token,
    client: apiClient({ url, token }),
    child,
    ask: (path, init = {}) =>
      fetch(new URL(path, url), { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
    printed: () => printed,
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop("SIGKILL");
    },
  };
}
