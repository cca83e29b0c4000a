import type { HttpBindings } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { App } from "#app/app.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Paths } from "#home/paths.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import type { Hub } from "./events/hub.ts";
import type { GuardOptions } from "./security/guard.ts";
import type { Logins } from "./security/logins.ts";
import type { Rate } from "./security/rate-limit.ts";
import type { Token } from "./security/token.ts";
import type { Upgrades } from "./terminal/upgrades.ts";

/** Variables of each request. */
export interface ApiEnvironment {
  Bindings: HttpBindings;
  Variables: {
    words: Catalog;
    lang: Lang;
    /** Authenticated by cookie, or not at all. */
    isByCookie: boolean;
  };
}

export type Api = OpenAPIHono<ApiEnvironment>;

export interface Limits {
  /** Requests with the token or a login cookie. */
  known: Rate;
  /** Other requests, by address; only wrong ones to the login path. */
  unknown: Rate;
  bodyBytes: number;
  streams: number;
}

export interface ApiParts {
  ovld: App;
  paths: Paths;
  clock: Clock;
  log: Log;
  /** For clients that send no `Accept-Language`. */
  lang: Lang;
  version: string;
  hub: Hub;
  token: Token;
  logins: Logins;
  cookie: string;
  address: Pick<GuardOptions, "scheme" | "names" | "isOpen">;
  limits: Limits;
  upgrades: Upgrades;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

export const BASE = "/api/v1";
export const LOGIN = "/login";
