import type * as z from "zod";
import { describeFound, expectationOf } from "#errors/expectation-of.ts";
import { OvldError } from "#errors/ovld-error.ts";

/** Names of the parts of a request. */
const places: Record<string, string> = { json: "body", param: "path", query: "query", header: "header" };

/** The first issue of an invalid request. */
export function invalidRequest(target: string, issues: readonly z.core.$ZodIssue[], value: unknown): OvldError {
  const [issue] = issues;
  const place = [places[target] ?? target, ...(issue?.path ?? [])].map(String).join(".");
  if (!issue) return new OvldError("bug", { reason: `${place} is invalid for no reason` });
  if (issue.code === "unrecognized_keys")
    return new OvldError("request-key-unknown", { place, key: issue.keys[0] ?? "" });
  const found = issue.path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  );
  return new OvldError("request-invalid", { place, expected: expectationOf(issue), found: describeFound(found) });
}
