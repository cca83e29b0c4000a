import { createHash, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock } from "#base/clock.ts";

/** Codes of login links, each of which gets a browser one cookie. Both end with the server. */
export interface Logins {
  /** A new code, and the time at which it expires. */
  offer(): { code: string; expires: number };
  /** The cookie for a code; undefined for a code that is used, expired or unknown. */
  redeem(code: string): string | undefined;
  isLoggedIn(cookie: string): boolean;
  /** Aborted by the next `end`. */
  ended(): AbortSignal;
  /** Ends every cookie and every code. */
  end(): void;
}

const CODE_LASTS = 10 * 60_000;
const COOKIE_LASTS = 7 * 24 * 3600_000;
const MOST = 100;

export function openLogins(clock: Clock): Logins {
  // Keys are digests: the time of a lookup by the secret itself would reveal a part of it.
  const codes = new Map<string, number>();
  const cookies = new Map<string, number>();
  let ending = manyListen(new AbortController());

  const isOpen = (secrets: Map<string, number>, secret: string) =>
    clock.elapsed() < (secrets.get(digest(secret)) ?? Number.NEGATIVE_INFINITY);

  const issue = (secrets: Map<string, number>, lasts: number) => {
    const secret = randomBytes(32).toString("base64url");
    const [oldest] = secrets.keys();
    if (secrets.size >= MOST && oldest !== undefined) secrets.delete(oldest);
    secrets.set(digest(secret), clock.elapsed() + lasts);
    return secret;
  };

  return {
    offer: () => ({ code: issue(codes, CODE_LASTS), expires: clock.now() + CODE_LASTS }),
    redeem(code) {
      const isGood = isOpen(codes, code);
      codes.delete(digest(code));
      return isGood ? issue(cookies, COOKIE_LASTS) : undefined;
    },
    isLoggedIn: (cookie) => isOpen(cookies, cookie),
    ended: () => ending.signal,
    end() {
      for (const secrets of [codes, cookies]) secrets.clear();
      ending.abort();
      ending = manyListen(new AbortController());
    },
  };
}

/** Each stream and terminal of a browser adds a listener. */
function manyListen(controller: AbortController): AbortController {
  setMaxListeners(0, controller.signal);
  return controller;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
