import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { type Api, type ApiEnvironment, type ApiParts, BASE, LOGIN } from "#api/environment.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { guard } from "./guard.ts";
import { limiter } from "./rate-limit.ts";

/** No response is cached, framed, sniffed, or readable by a page of another origin. */
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

/** The middleware before all routes: log, origin, authentication and rate limit, body size. */
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
    // Without the query, which may contain a login code.
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
    // Only wrong codes count: all local users share one address, and must not exhaust the limit for a valid code.
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

  /** A browser also sends cookies for other pages, so a change or an upgrade must come from a page of this server. */
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
