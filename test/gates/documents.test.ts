import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { listSettings } from "#config/settings.ts";

const WIDEST = 120;

const inRoot = readdirSync(".").filter((name) => name.endsWith(".md"));
const inDocs = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name));
const documents = [...inRoot, ...inDocs].sort();

/** All pages but the generated one. */
const pages = documents.filter((file) => file !== "docs/troubleshooting.md");

/** The lines outside fenced blocks, with their numbers. */
function textLines(file: string): { line: string; number: number }[] {
  let isFenced = false;
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const isFence = line.startsWith("```");
      if (isFence) isFenced = !isFenced;
      return isFence || isFenced ? [] : [{ line, number: index + 1 }];
    });
}

/** Anchor of a heading on GitHub. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

test.each(documents)("%s: every relative link leads to a file, and to a heading in it", (file) => {
  for (const { line } of textLines(file))
    for (const [, target = ""] of line.matchAll(/\]\((?!https?:)([^)\s]+)[^)]*\)/g)) {
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : normalize(join(dirname(file), path));
      expect(existsSync(found), `${file} → ${target}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = textLines(found).filter((other) => other.line.startsWith("#"));
      expect(
        headings.map((heading) => anchorOf(heading.line)),
        `${file} → ${target}`,
      ).toContain(anchor);
    }
});

test.each(pages)(`%s: prose is wrapped at ${WIDEST} columns`, (file) => {
  const prose = textLines(file).filter(({ line }) => !line.startsWith("|"));
  const wide = prose.filter(({ line }) => stringWidth(line) > WIDEST);
  expect(wide.map(({ number }) => `${file}:${number}`)).toEqual([]);
});

test("SECURITY.md names every setting that a project's file cannot set, and no other", () => {
  const [, section = ""] = readFileSync("SECURITY.md", "utf8").split("### Settings of your own file only\n");
  const [list = ""] = section.split("\n## ");
  const named = [...list.matchAll(/`([a-z_]+(?:\.[a-z_]+)?)`/g)].map(([, key]) => key);
  const closed = listSettings().flatMap(([key, { userOnly }]) => (userOnly ? [key] : []));
  expect(named.sort()).toEqual(closed.sort());
});

/** The source files that a section of the architecture page names. */
function filesOfWalk(heading: string): string[] {
  const [, section = ""] = readFileSync("docs/architecture.md", "utf8").split(`## ${heading}, file by file\n`);
  const [walk = ""] = section.split("\n## ");
  return [...walk.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].map(([, file = ""]) => file);
}

test.each(["`summon`", "A message"])("architecture.md: every file of the walk %s exists", (heading) => {
  const files = filesOfWalk(heading);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join("src", file)))).toEqual([]);
});

test("a summon in the background passes at most 25 files from its command on, and only the command is in cli", () => {
  const [, section = ""] = readFileSync("docs/architecture.md", "utf8").split("\n1. Command: ");
  const [steps = ""] = section.split("\n\n");
  const files = [...steps.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = ""]) => file);
  const isOther = (file: string) => file === "multiplexer/tmux/open.ts";
  const passed = new Set(files.filter((file) => !isOther(file)));
  expect(passed.size).toBeLessThanOrEqual(25);
  expect([...passed].filter((file) => file.startsWith("cli/") && !file.startsWith("cli/commands/summon/"))).toEqual([]);
});

const introduced = pages.filter((file) => !/^docs\/decisions\/|^README|^CLAUDE/.test(file));

test.each(introduced)("%s: a paragraph below the title says what the page is for", (file) => {
  const [title = "", gap, first = ""] = readFileSync(file, "utf8").split("\n");
  expect(title).toMatch(/^# /);
  expect(gap).toBe("");
  expect(first).toMatch(/^(This page |このページ)/);
});
