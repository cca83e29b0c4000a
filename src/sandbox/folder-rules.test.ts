import { expect, test } from "vitest";
import { folderRules, isInside, isWritable, waysToClosed } from "./folder-rules.ts";

const policy = {
  folders: ["/p/.ovld/sessions/s", "/p/src", "/p", "/tmp", "/p"],
  readOnly: ["/p/.ovld", "/etc"],
  files: [],
  hidden: [],
};

test("rules are sorted from outer to inner, without redundant ones", () => {
  expect(folderRules(policy)).toEqual([
    { folder: "/p", writable: true },
    { folder: "/p/.ovld", writable: false },
    { folder: "/p/.ovld/sessions/s", writable: true },
    { folder: "/tmp", writable: true },
  ]);
});

test("a folder that is both open and closed is closed", () => {
  expect(
    isWritable(folderRules({ folders: ["/p", "/p/a"], readOnly: ["/p/a"], files: [], hidden: [] }), "/p/a/x"),
  ).toBe(false);
});

test("the innermost folder decides", () => {
  const rules = folderRules(policy);
  const open = ["/p", "/p/x", "/p/.ovld2", "/p/.ovld/sessions/s/relay", "/tmp/x"];
  const closed = ["/", "/pp", "/p/.ovld", "/p/.ovld/config.toml", "/p/.ovld/sessions/s2", "/tmp2"];
  expect([...open, ...closed].filter((path) => isWritable(rules, path))).toEqual(open);
});

test("the open parents of a closed folder are listed", () => {
  const rules = folderRules({ folders: ["/a/b"], readOnly: ["/a/b/c/d/home"], files: [], hidden: [] });
  expect(waysToClosed(rules)).toEqual(["/a/b", "/a/b/c", "/a/b/c/d"]);
});

test("inside means below, not a common prefix", () => {
  expect(["/a", "/a/b", "/ab", "/"].map((path) => isInside(path, "/a"))).toEqual([true, true, false, false]);
  expect(isInside("/a", "/")).toBe(true);
});
