import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { OvldError } from "#errors/ovld-error.ts";
import type { ApiEnvironment } from "./environment.ts";
import { problemOf } from "./problem.ts";

/** The response to an error. */
export function answerProblem(c: Context<ApiEnvironment>, thrown: unknown): Response {
  const error = translated(thrown);
  const problem = problemOf(error, c.get("lang"), c.get("words"));
  return c.body(JSON.stringify(problem), problem.status as ContentfulStatusCode, {
    "content-type": "application/problem+json",
    ...headersOf(error),
  });
}

/** Headers that HTTP requires with some statuses. */
function headersOf(error: unknown): Record<string, string> {
  if (OvldError.is(error, "token-needed")) return { "www-authenticate": 'Bearer realm="ovld"' };
  if (OvldError.is(error, "too-many-requests")) return { "retry-after": String(error.details.seconds) };
  if (OvldError.is(error, "method-refused")) return { allow: error.details.known.join(", ") };
  // The rest of the body stays unread, so the connection cannot be reused.
  if (OvldError.is(error, "request-too-large")) return { connection: "close" };
  return {};
}

/** Hono throws its own error for a wrong media type and for invalid JSON. */
function translated(thrown: unknown): unknown {
  if (!(thrown instanceof HTTPException)) return thrown;
  if (thrown.status === 415) return new OvldError("media-type-refused", { cause: thrown });
  return thrown.status === 400 ? new OvldError("request-not-json", { cause: thrown }) : thrown;
}
