import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { watchSocket } from "./watch-socket.ts";

test("the socket is in the session's folder; a path that is too long is replaced by a unique one", () => {
  expect(watchSocket("/home/me/.config/ovld/sessions/ovld-a")).toBe("/home/me/.config/ovld/sessions/ovld-a/watch.sock");
  const [long, other] = ["a", "b"].map((name) => watchSocket(`/${"x".repeat(100)}/${name}`));
  for (const path of [long, other]) expect(Buffer.byteLength(path as string)).toBeLessThanOrEqual(103);
  expect(long).not.toBe(other);
  for (const path of [long, other]) expect(dirname(path as string)).toBe(join(tmpdir(), `ovld-${userInfo().uid}`));
});
