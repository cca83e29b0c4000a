import { expect, test } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { compose, type Draft, MAX_BODY_BYTES } from "./compose.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

function composed(draft: Partial<Draft>) {
  return compose({ from: "overlord", to: "inferno", subject: "s", body: "b", ...draft }, sixRoles(), "id-1", NOW);
}

function refusal(draft: Partial<Draft>): OvldError {
  try {
    composed(draft);
  } catch (error) {
    if (error instanceof OvldError) return error;
  }
  throw new Error("it was accepted");
}

test("a draft becomes a whole message", () => {
  expect(composed({})).toEqual({
    id: "id-1",
    from: "overlord",
    to: "inferno",
    subject: "s",
    body: "b",
    priority: "normal",
    timestamp: "2026-01-02T03:04:05.006Z",
    thread: "id-1",
    state: "queued",
  });
});

test("an answer joins the thread of its parent", () => {
  const first = composed({});
  const answer = compose(
    { from: "inferno", to: "overlord", subject: "re", body: "x", parent: first },
    sixRoles(),
    "id-2",
    NOW,
  );
  expect(answer).toMatchObject({ thread: "id-1", parent: "id-1" });
});

verifies("relay:role:unknown", "the error names the unknown role and the known roles", () => {
  const error = refusal({ to: "inferna" });
  expect(error.code).toBe("role-unknown");
  expect(error.message).toBe('no role "inferna"; available: overlord, strategist, inferno, glacier, shadow, storm');
});

test("a role name such as `constructor` is unknown too", () => {
  for (const to of ["constructor", "__proto__", "toString", ""]) expect(refusal({ to }).code).toBe("role-unknown");
});

test("a subject has at most 200 code points", () => {
  expect(composed({ subject: "🔥".repeat(200) }).subject).toHaveLength(400);
  expect(refusal({ subject: "a".repeat(201) }).message).toContain("201 characters; at most 200");
});

test("a body has at most 256 KiB", () => {
  expect(composed({ body: "あ".repeat(MAX_BODY_BYTES / 3) }).body).toBeDefined();
  expect(refusal({ body: "a".repeat(MAX_BODY_BYTES + 1) }).message).toContain(`larger than ${MAX_BODY_BYTES} bytes`);
});

test("a message without text is refused", () => {
  for (const body of ["", " \n\t", "\u3000"]) expect(refusal({ body }).code).toBe("body-empty");
});

test("control characters are kept", () => {
  expect(composed({ subject: "\u001b[31m\u0000", body: "\r\u0007" })).toMatchObject({
    subject: "\u001b[31m\u0000",
    body: "\r\u0007",
  });
});
