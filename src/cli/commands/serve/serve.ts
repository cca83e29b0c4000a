import { readFile } from "node:fs/promises";
import { registryOf } from "#app/armies/army-parts.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { openApp } from "#app/open-app.ts";
import { fileFailure } from "#base/files.ts";
import { fileLog } from "#base/log.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import { type Context, withOutput } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { apiWords } from "#i18n/api-words.ts";
import { listenAddress } from "./listen-address.ts";

export const serve = defineCommand({
  flags: {
    port: { type: "string", value: "N" },
    listen: { type: "string", value: "ADDR" },
    insecure: { type: "boolean" },
    "tls-cert": { type: "string", value: "FILE" },
    "tls-key": { type: "string", value: "FILE" },
    ...jsonFlag,
  },
  ignoresClosedPipe: true,
  examples: ["ovld serve", "ovld serve --port 0 --json"],
  async run(context, { flags }) {
    const { env, out, clock, lang, signal, version, wire } = context;
    const { config } = loadConfig(context);
    const said = apiWords(lang);
    const address = listenAddress(config.server.listen, flags);
    const paths = resolvePaths(env);
    const log = fileLog(paths.serverLog, { clock });
    // Notices of HTTP requests go to the log, not to this terminal.
    const quiet = withOutput(context, { ...out, line() {}, note: (text) => log.write("warn", "note", { text }) });
    const { startServer } = await wire.api();
    const server = await startServer({
      ...address,
      tls: await readTls(flags["tls-cert"], flags["tls-key"]),
      ovld: openApp(config, quiet),
      paths,
      clock,
      log,
      lang,
      version,
      signal,
    });
    const { url, isExposed, login } = server;
    if (isExposed) out.note(`ovld: ${said.insecure(url)}`);
    const confined = await confinedArmies(config, context);
    if (confined.length > 0) out.note(`ovld: ${said.unconfined(confined)}`);
    if (flags.json) out.jsonLine({ url, login: login.url, token: paths.token });
    else {
      for (const line of [said.serving(url), said.login(login.url, login.minutes), said.token(paths.token)])
        out.line(line);
      out.line(said.stop);
    }
    await server.ended;
    if (signal.aborted) return exitStatus.cancelled;
  },
});

/** Sandboxed armies, if an army that is summoned over the API now would not be sandboxed. */
async function confinedArmies({ sandbox }: Config, context: Context): Promise<string[]> {
  const isConfined = (engine: string) => (engine === "auto" ? context.platform === "darwin" : engine !== "none");
  if (isConfined(sandbox.engine)) return [];
  const armies = await registryOf(context).list();
  return armies.flatMap(({ name, summonedWith }) =>
    summonedWith?.sandbox && isConfined(summonedWith.sandbox) ? [name] : [],
  );
}

async function readTls(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new OvldError("tls-incomplete", {});
  return { cert: await readPem(cert), key: await readPem(key) };
}

function readPem(file: string): Promise<Buffer> {
  return readFile(file).catch((error) => {
    throw fileFailure("read", file, error);
  });
}
