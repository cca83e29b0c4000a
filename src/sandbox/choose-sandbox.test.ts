import { expect, test } from "vitest";
import { chooseSandbox } from "./choose-sandbox.ts";

test("`auto` confines on macOS; on other systems it reports that agents are not confined", () => {
  expect(chooseSandbox({ platform: "darwin", configured: "auto" })).toEqual({ engine: "seatbelt" });
  expect(chooseSandbox({ platform: "linux", configured: "auto" })).toEqual({ engine: "none", notice: "unsupported" });
  expect(chooseSandbox({ platform: "freebsd", configured: "auto" })).toEqual({ engine: "none", notice: "unsupported" });
});

test("an explicit engine is used", () => {
  expect(chooseSandbox({ platform: "darwin", configured: "seatbelt" })).toEqual({ engine: "seatbelt" });
  expect(chooseSandbox({ platform: "linux", configured: "bubblewrap" })).toEqual({ engine: "bubblewrap" });
  for (const platform of ["darwin", "linux"])
    expect(chooseSandbox({ platform, configured: "none" })).toEqual({ engine: "none" });
});

test("an engine of another system is refused, not replaced", () => {
  for (const [platform, configured] of [
    ["linux", "seatbelt"],
    ["darwin", "bubblewrap"],
    ["freebsd", "bubblewrap"],
  ] as const)
    expect(() => chooseSandbox({ platform, configured })).toThrow(
      expect.objectContaining({ code: "sandbox-unsupported", exitStatus: 9 }),
    );
});
