import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { type Api, type ApiEnvironment, type ApiParts, BASE, LOGIN } from "#api/environment.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { guard } from "./guard.ts";
import { limiter } from "./rate-limit.ts";

/** On every answer: nothing is cached, framed, sniffed, or handed to a page of another origin. */
export const protectiveHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

const OPEN_PATHS = [`${BASE}/health`, LOGIN];
const READING = ["GET", "HEAD"];

/** Everything a request passes before a route sees it: written down, looked at, known, not too many, not too large. */
export function addProtection(app: Api, parts: ApiParts): void {
  const { clock, log, limits, logins, token, cookie, address } = parts;
  const check = guard({ ...address, loginPath: LOGIN });
  const [known, unknown] = [limiter(limits.known, clock), limiter(limits.unknown, clock)];

  app.use(async (c, next) => {
    const began = clock.elapsed();
    for (const [name, value] of Object.entries(protectiveHeaders)) c.header(name, value);
    await next();
    const { method, path } = c.req;
    const { status } = c.res;
    const level = status >= 500 ? "error" : READING.includes(method) && status < 400 ? "debug" : "info";
    // The path alone: a query may hold a login code.
    log.write(level, "request", { method, path, status, ms: clock.elapsed() - began });
  });

  app.use(async (c, next) => {
    const header = (name: string) => c.req.header(name);
    const { method, path } = c.req;
    const [site, mode] = [header("sec-fetch-site"), header("sec-fetch-mode")];
    check({ method, path, host: header("host"), origin: header("origin"), site, mode });
    await next();
  });

  app.use(async (c, next) => {
    const isByToken = showsToken(c);
    const isKnown = isByToken || showsCookie(c);
    const isLogin = !isKnown && c.req.path === LOGIN;
    const count = () => {
      const seconds = isKnown ? known("") : unknown(addressOf(c));
      if (seconds > 0) throw new OvldError("too-many-requests", { seconds });
    };
    if (!isLogin) count();
    if (!isKnown && !OPEN_PATHS.includes(c.req.path)) throw new OvldError("token-needed", {});
    c.set("isByCookie", !isByToken);
    await next();
    // A right code is never refused: every local user has the same address and could use up its share.
    if (isLogin && c.res.status >= 400) count();
  });

  app.use(
    bodyLimit({
      maxSize: limits.bodyBytes,
      onError: () => {
        throw new OvldError("request-too-large", { limit: limits.bodyBytes });
      },
    }),
  );

  const showsToken = (c: Context<ApiEnvironment>) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    return given !== undefined && token.matches(given);
  };

  /** A browser sends cookies by itself: what changes something, or opens a socket, must also say that our own page asks for it. */
  const showsCookie = (c: Context<ApiEnvironment>) => {
    const given = getCookie(c, cookie);
    const isOwnPage = c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") === "same-origin";
    const isOnlyReading = READING.includes(c.req.method) && c.req.header("upgrade") === undefined;
    return given !== undefined && logins.isLoggedIn(given) && (isOwnPage || isOnlyReading);
  };
}

function addressOf(c: Context<ApiEnvironment>): string {
  return getConnInfo(c).remote.address ?? "";
}
