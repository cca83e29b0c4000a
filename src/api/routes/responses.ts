import type * as z from "zod";
import { problem } from "#api/schemas/problem.ts";

const problemContent = { "application/problem+json": { schema: problem } };

const meanings = {
  400: "Invalid request",
  401: "The token is missing or wrong",
  404: "Not found",
  409: "Conflict",
  413: "Too large",
  415: "Not JSON",
  422: "Invalid setting, formation or environment",
  424: "A required program is missing or too old",
  426: "Only as a WebSocket",
  429: "Too many requests",
  502: "A program that ovld ran failed",
  503: "A file could not be read or written",
} as const;

type Status = keyof typeof meanings;
type Problems<S extends Status> = Record<S, { description: string; content: typeof problemContent }>;

/** Responses of a route for problems; 400, 401 and 429 are possible on every route. */
export function problems<S extends Status = never>(...statuses: S[]): Problems<S | 400 | 401 | 429> {
  const all: Status[] = [400, 401, 429, ...statuses];
  return Object.fromEntries(
    all.map((status) => [status, { description: meanings[status], content: problemContent }]),
  ) as Problems<S | 400 | 401 | 429>;
}

export function json<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { "application/json": { schema } } };
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } };
}
