import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writePolicy } from "#army/write-policy.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";
import { seatbelt } from "./seatbelt.ts";

const ovldHome = "/Users/mao/.config/ovld";
const places = {
  project: '/Users/mao/src/プロジェクト "x"/app',
  repository: ['/Users/mao/src/プロジェクト "x"'],
  ovldHome,
  session: `${ovldHome}/sessions/ovld-app`,
  knowledge: `${ovldHome}/knowledge`,
  shared: [
    ...["/private/tmp", "/tmp", "/private/var/tmp", "/var/tmp", "/private/var/folders"],
    ...["/Users/mao/.claude", "/Users/mao/Library/Caches/claude-cli-nodejs", "/Users/mao/.npm/_logs", "/dev"],
  ],
  extra: ["/Volumes/back\\slash"],
  files: ["/Users/mao/.claude.json"],
};

const profileOf = (policy: WritePolicy, session = "/s") => seatbelt().files(policy, session)[0]?.content ?? "";

test("golden: the profile of an army", async () => {
  await expect(profileOf(writePolicy(places), places.session)).toMatchFileSnapshot(golden("army.sb"));
});

test("golden: the ovld home inside the project is closed again", async () => {
  const home = `${places.project}/.ovld`;
  const inside = { ovldHome: home, session: `${home}/sessions/ovld-app`, knowledge: `${home}/knowledge` };
  await expect(profileOf(writePolicy({ ...places, ...inside }), inside.session)).toMatchFileSnapshot(
    golden("home-in-project.sb"),
  );
});

test("the file opens with everything closed", () => {
  expect(profileOf(writePolicy(places)).split("\n").slice(0, 3)).toEqual([
    "(version 1)",
    "(allow default)",
    '(deny file-write* (subpath "/"))',
  ]);
});

test("a file is open with its copies and locks, and nothing else beside it", () => {
  const text = profileOf({ folders: [], readOnly: [], files: ["/Users/m.o/.claude.json"] });
  const open = [".claude.json", ".claude.json.lock", ".claude.json.tmp.12.34", ".claude.json.backup"];
  const closed = [".claude_json", ".claude.jsonx", "x.claude.json", ".claude.json.d/x", ".zshrc"];
  const all = [...open, ...closed].map((name) => `/Users/m.o/${name}`);
  expect(all.filter((path) => mayWrite(text, path))).toEqual(open.map((name) => `/Users/m.o/${name}`));
  expect(mayWrite(text, "/Users/mxo/.claude.json")).toBe(false);
});

test("agents can change neither their profile nor the folder it lies in", () => {
  const text = profileOf(writePolicy(places), places.session);
  expect(mayWrite(text, `${places.session}/relay/inbox`)).toBe(true);
  expect(mayWrite(text, `${places.session}/sandbox.sb`)).toBe(false);
  expect(mayWrite(text, places.session, "file-write-unlink")).toBe(false);
  expect(mayWrite(text, `${places.project}/file`, "file-write-unlink")).toBe(true);
});

test("whatever the names, exactly the policy's places are open", () => {
  const name = fc.string({ unit: fc.constantFrom(..."ab.*+?()[]{}|^$\\\"' #;日本"), minLength: 1, maxLength: 6 });
  const usable = name.filter((text) => text !== "." && text !== "..");
  fc.assert(
    fc.property(usable, usable, usable, (folder, file, other) => {
      fc.pre(new Set([folder, file, other]).size === 3 && !other.startsWith(file));
      const text = profileOf({ folders: [`/f/${folder}`], readOnly: [`/f/${folder}/${other}`], files: [`/g/${file}`] });
      expect(mayWrite(text, `/f/${folder}/x`)).toBe(true);
      expect(mayWrite(text, `/f/${folder}/${other}/x`)).toBe(false);
      expect(mayWrite(text, `/f/${other}/x`)).toBe(false);
      expect(mayWrite(text, `/g/${file}.tmp`)).toBe(true);
      expect(mayWrite(text, `/g/${other}`)).toBe(false);
    }),
  );
});

function golden(name: string): string {
  return join(process.cwd(), "test", "golden", "sandbox", name);
}

/** Reads a profile as macOS does: of the rules that match, the last one counts. */
function mayWrite(text: string, path: string, operation = "file-write-create"): boolean {
  const rule = /^\((allow|deny) (\S+)(?: \((subpath|literal|regex) (#?"(?:\\.|[^"])*")\))?\)$/;
  let verdict = true;
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [, action, subject = "", filter, value = ""] = rule.exec(line) ?? expect.unreachable(`not a rule: ${line}`);
    if (subject !== "default" && subject !== "file-write*" && subject !== operation) continue;
    if (!filter || matches(filter, unquote(value), path)) verdict = action === "allow";
  }
  return verdict;
}

function unquote(value: string): string {
  return value.startsWith("#") ? value.slice(2, -1) : value.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}

function matches(filter: string, value: string, path: string): boolean {
  if (filter === "regex") return new RegExp(value).test(path);
  return path === value || (filter === "subpath" && path.startsWith(value === "/" ? "/" : `${value}/`));
}
