import { createApp } from "#api/app.ts";
import { documentOf } from "#api/document.ts";
import type { ApiParts } from "#api/environment.ts";
import { systemClock } from "#base/clock.ts";

const nothing = new Proxy({}, { get: () => () => undefined });
const rate = { perSecond: 1, burst: 1 };

/** The OpenAPI document; it does not depend on what the API is served from. */
export const apiDocument = documentOf(
  createApp({
    ...(nothing as ApiParts),
    clock: systemClock,
    limits: { known: rate, unknown: rate, bodyBytes: 1, streams: 1 },
    address: { scheme: "http", names: [], isOpen: false },
    signal: new AbortController().signal,
  }),
  "0.0.0",
);
