import { getRequestListener } from "@hono/node-server";
import { catalog } from "#i18n/catalog.ts";
import { createApp } from "./app.ts";
import { type Api, type ApiParts, type Limits, LOGIN } from "./environment.ts";
import { openHub } from "./events/hub.ts";
import { type ListenOptions, listen } from "./listen.ts";
import { openLogins } from "./security/logins.ts";
import { openToken } from "./security/token.ts";
import { openUpgrades } from "./terminal/upgrades.ts";

type Fixture = Pick<ApiParts, "ovld" | "paths" | "clock" | "log" | "lang" | "version">;

export interface ServerOptions extends ListenOptions, Fixture {
  limits?: Partial<Limits> | undefined;
  /** Stops the server. */
  signal: AbortSignal;
}

export interface RunningServer {
  url: string;
  /** A login link for a browser, which works once. */
  login: { url: string; minutes: number };
  /** Whether other machines can reach it without TLS. */
  isExposed: boolean;
  /** Resolves when the last connection is closed. */
  ended: Promise<void>;
}

const LIMITS: Limits = {
  known: { perSecond: 200, burst: 1000 },
  unknown: { perSecond: 5, burst: 50 },
  // A body of 256 KiB, with each byte escaped in JSON.
  bodyBytes: 2 * 1024 * 1024,
  streams: 512,
};
/** Milliseconds for open requests when the server stops. */
const GRACE = 2000;

/** Serves the API until the signal aborts. */
export async function startServer({ limits, signal, ...options }: ServerOptions): Promise<RunningServer> {
  const { paths, clock, log } = options;
  let app: Api | undefined;
  const address = await listen(
    options,
    getRequestListener((request, bindings) => app?.fetch(request, bindings)),
  );
  const { server, port, host, scheme, isOpen } = address;
  const ended = new Promise<void>((done) => server.once("close", done));
  const token = await openToken(paths.token).catch((error) => {
    server.close();
    throw error;
  });
  const words = await catalog(options.lang);
  const [hub, logins] = [openHub({ ...options, words }), openLogins(clock)];
  app = createApp({
    ...options,
    hub,
    logins,
    token,
    address,
    signal,
    upgrades: openUpgrades(server),
    cookie: `ovld-${port}`,
    limits: { ...LIMITS, ...limits },
  });
  const stop = () => {
    hub.close();
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  };
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const { code, expires } = logins.offer();
  const url = `${scheme}://${host}`;
  log.write("info", "serving", { url });
  return {
    url,
    login: { url: `${url}${LOGIN}?code=${code}`, minutes: Math.round((expires - clock.now()) / 60_000) },
    isExposed: isOpen && scheme === "http",
    ended,
  };
}
