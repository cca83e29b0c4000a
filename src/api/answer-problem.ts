import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { OvldError } from "#errors/ovld-error.ts";
import type { ApiEnvironment } from "./environment.ts";
import { problemOf } from "./problem.ts";

/** Answers with what went wrong; the one place where an error becomes a response. */
export function answerProblem(c: Context<ApiEnvironment>, thrown: unknown): Response {
  const error = translated(thrown);
  const problem = problemOf(error, c.get("lang"), c.get("words"));
  return c.body(JSON.stringify(problem), problem.status as ContentfulStatusCode, {
    "content-type": "application/problem+json",
    ...headersOf(error),
  });
}

/** What HTTP wants to be told beside the status. */
function headersOf(error: unknown): Record<string, string> {
  if (OvldError.is(error, "token-needed")) return { "www-authenticate": 'Bearer realm="ovld"' };
  if (OvldError.is(error, "too-many-requests")) return { "retry-after": String(error.details.seconds) };
  if (OvldError.is(error, "method-refused")) return { allow: error.details.known.join(", ") };
  // The rest of the body is not read: the connection cannot carry another request.
  if (OvldError.is(error, "request-too-large")) return { connection: "close" };
  return {};
}

/** Hono itself refuses two things before a handler is asked. */
function translated(thrown: unknown): unknown {
  if (!(thrown instanceof HTTPException)) return thrown;
  if (thrown.status === 415) return new OvldError("media-type-refused", { cause: thrown });
  return thrown.status === 400 ? new OvldError("request-not-json", { cause: thrown }) : thrown;
}
