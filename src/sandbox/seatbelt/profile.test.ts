import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writePolicy } from "#app/confine/write-policy.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";
import { seatbelt } from "./seatbelt.ts";

const ovldHome = "/Users/mao/.config/ovld";
const paths = {
  project: '/Users/mao/src/プロジェクト "x"/app',
  repository: ['/Users/mao/src/プロジェクト "x"'],
  ovldHome,
  session: `${ovldHome}/sessions/ovld-app`,
  knowledge: `${ovldHome}/knowledge/app-0123456789abcdef`,
  server: `${ovldHome}/server`,
  shared: [
    ...["/private/tmp", "/tmp", "/private/var/tmp", "/var/tmp", "/private/var/folders"],
    ...["/Users/mao/.claude", "/Users/mao/Library/Caches/claude-cli-nodejs", "/Users/mao/.npm/_logs", "/dev"],
  ],
  extra: ["/Volumes/back\\slash"],
  files: ["/Users/mao/.claude.json"],
};

const profileOf = (policy: WritePolicy, session = "/s") => seatbelt().files(policy, session)[0]?.content ?? "";

test("golden: the profile of an army", async () => {
  await expect(profileOf(writePolicy(paths), paths.session)).toMatchFileSnapshot(golden("army.sb"));
});

test("golden: the ovld home inside the project is closed", async () => {
  const home = `${paths.project}/.ovld`;
  const knowledge = `${home}/knowledge/app-0123456789abcdef`;
  const inside = { ovldHome: home, session: `${home}/sessions/ovld-app`, knowledge, server: `${home}/server` };
  await expect(profileOf(writePolicy({ ...paths, ...inside }), inside.session)).toMatchFileSnapshot(
    golden("home-in-project.sb"),
  );
});

test("the profile begins with a rule that denies all writes", () => {
  expect(profileOf(writePolicy(paths)).split("\n").slice(0, 3)).toEqual([
    "(version 1)",
    "(allow default)",
    '(deny file-write* (subpath "/"))',
  ]);
});

test("a file is open with its copies and locks, but no file with a similar name", () => {
  const text = profileOf({ folders: [], readOnly: [], files: ["/Users/m.o/.claude.json"], hidden: [] });
  const open = [".claude.json", ".claude.json.lock", ".claude.json.tmp.12.34", ".claude.json.backup"];
  const closed = [".claude_json", ".claude.jsonx", "x.claude.json", ".claude.json.d/x", ".zshrc"];
  const all = [...open, ...closed].map((name) => `/Users/m.o/${name}`);
  expect(all.filter((path) => isAllowed(text, path))).toEqual(open.map((name) => `/Users/m.o/${name}`));
  expect(isAllowed(text, "/Users/mxo/.claude.json")).toBe(false);
});

test("agents can change neither their profile nor its folder", () => {
  const text = profileOf(writePolicy(paths), paths.session);
  expect(isAllowed(text, `${paths.session}/relay/inbox`)).toBe(true);
  expect(isAllowed(text, `${paths.session}/sandbox.sb`)).toBe(false);
  expect(isAllowed(text, paths.session, "file-write-unlink")).toBe(false);
  expect(isAllowed(text, `${paths.project}/file`, "file-write-unlink")).toBe(true);
});

test("token and log of the HTTP API can be neither read, written nor linked in any ovld home", () => {
  const text = profileOf(writePolicy({ ...paths, extra: [ovldHome, `${ovldHome}/server`] }), paths.session);
  for (const operation of ["file-read-data", "file-read-metadata", "file-write-create", "file-link"])
    expect(isAllowed(text, `${ovldHome}/server/token`, operation), operation).toBe(false);
  expect(isAllowed(text, `${ovldHome}/config.toml`, "file-read-data")).toBe(true);
});

test("a hard link can be made only of a writable file", () => {
  const text = profileOf(writePolicy(paths), paths.session);
  expect(isAllowed(text, `${paths.project}/file`, "file-link")).toBe(true);
  for (const closed of ["/Users/mao/.zshrc", `${ovldHome}/config.toml`, `${paths.session}/relay/closed/roster.json`])
    expect(isAllowed(text, closed, "file-link"), closed).toBe(false);
});

test("with any names, exactly the policy's folders are writable", () => {
  const name = fc.string({ unit: fc.constantFrom(..."ab.*+?()[]{}|^$\\\"' #;日本"), minLength: 1, maxLength: 6 });
  const usable = name.filter((text) => text !== "." && text !== "..");
  fc.assert(
    fc.property(usable, usable, usable, (folder, file, other) => {
      fc.pre(new Set([folder, file, other]).size === 3 && !other.startsWith(file));
      const text = profileOf({
        folders: [`/f/${folder}`],
        readOnly: [`/f/${folder}/${other}`],
        files: [`/g/${file}`],
        hidden: [],
      });
      expect(isAllowed(text, `/f/${folder}/x`)).toBe(true);
      expect(isAllowed(text, `/f/${folder}/${other}/x`)).toBe(false);
      expect(isAllowed(text, `/f/${other}/x`)).toBe(false);
      expect(isAllowed(text, `/g/${file}.tmp`)).toBe(true);
      expect(isAllowed(text, `/g/${other}`)).toBe(false);
    }),
  );
});

function golden(name: string): string {
  return join(process.cwd(), "test", "golden", "sandbox", name);
}

/** Evaluates a profile like macOS: the last matching rule applies. */
function isAllowed(text: string, path: string, operation = "file-write-create"): boolean {
  const rule = /^\((allow|deny) ([a-z* -]+?)(?: \((subpath|literal|regex) (#?"(?:\\.|[^"])*")\))?\)$/;
  let verdict = true;
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [, action, subjects = "", filter, value = ""] = rule.exec(line) ?? expect.unreachable(`not a rule: ${line}`);
    if (!subjects.split(" ").some((subject) => covers(subject, operation))) continue;
    if (!filter || matches(filter, unquote(value), path)) verdict = action === "allow";
  }
  return verdict;
}

function covers(subject: string, operation: string): boolean {
  return (
    subject === "default" ||
    subject === operation ||
    (subject.endsWith("*") && operation.startsWith(subject.slice(0, -1)))
  );
}

function unquote(value: string): string {
  return value.startsWith("#") ? value.slice(2, -1) : value.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}

function matches(filter: string, value: string, path: string): boolean {
  if (filter === "regex") return new RegExp(value).test(path);
  return path === value || (filter === "subpath" && path.startsWith(value === "/" ? "/" : `${value}/`));
}
