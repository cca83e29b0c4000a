import { expect, test } from "vitest";
import { resolvePaths, sessionPaths } from "./paths.ts";

test.each([
  [{ OVLD_HOME: "/o", XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/o"],
  [{ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/x/ovld"],
  [{ HOME: "/h" }, "/h/.config/ovld"],
  [{ OVLD_HOME: "", XDG_CONFIG_HOME: "relative", HOME: "/h" }, "/h/.config/ovld"],
])("%j → %s", (env, home) => {
  expect(resolvePaths(env).home).toBe(home);
});

test("a missing home variable is a configuration error", () => {
  expect(() => resolvePaths({ HOME: "" })).toThrow(expect.objectContaining({ code: "no-home", exitStatus: 3 }));
});

test("a relative OVLD_HOME is an error, because purge could remove the wrong folder", () => {
  expect(() => resolvePaths({ OVLD_HOME: "./x", HOME: "/h" })).toThrow(
    expect.objectContaining({ code: "home-relative", exitStatus: 3 }),
  );
});

test("each session has its own folder", () => {
  expect(sessionPaths(resolvePaths({ OVLD_HOME: "/o" }), "ovld-a").relay).toBe("/o/sessions/ovld-a/relay");
});
