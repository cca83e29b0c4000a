import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formationFrom, ritualFile } from "#army/formation.ts";
import { parseToml } from "#base/toml.ts";
import { verifies } from "#test/support/verifies.ts";

const languages = ["en", "ja"] as const;
type Language = (typeof languages)[number];

const formations = readdirSync("formations")
  .sort()
  .map((file) => formationFrom(file.replace(".toml", ""), parseToml(file, readFileSync(`formations/${file}`, "utf8"))));

/** Every role of every shipped formation, with its superior, reports and peers. */
const cast = formations.flatMap(({ name: formation, roles }) =>
  roles.map((role) => ({
    name: `${formation} ${role.id}`,
    formation,
    id: role.id,
    called: role.name,
    file: ritualFile(role),
    /** What an army with worktrees adds to the ritual. */
    addition: `fields/${role.field ? "builder" : "lead"}.md`,
    superior: role.reports_to,
    reports: roles.filter(({ reports_to }) => reports_to === role.id).map(({ id }) => id),
    peers: roles.filter(({ reports_to }) => reports_to === role.reports_to).map(({ id }) => id),
    everyone: roles.map(({ id }) => id),
  })),
);
type Part = (typeof cast)[number];

const kings = ["inferno", "glacier", "shadow", "storm"];
const tools = ["send_message", "check_inbox", "update_status", "get_status", "broadcast"];

const path = (file: string, lang: Language) => (lang === "en" ? file : `${lang}/${file}`);
const ritual = (file: string, lang: Language) => readFileSync(`rituals/${path(file, lang)}`, "utf8");

/** The paragraph that introduces the role. */
const introduction = (file: string, lang: Language) => ritual(file, lang).split("\n\n")[1] as string;

/** The section of a ritual about messages. */
function protocol(file: string, lang: Language): string[] {
  const heading = lang === "en" ? "## MCP communication protocol" : "## MCP通信プロトコル";
  const [, part] = ritual(file, lang).split(heading);
  expect(part, `${file} ${lang}: ${heading}`).toBeDefined();
  return ((part as string).split("\n## ")[0] as string).split("\n");
}

/** The line of the protocol that explains a tool. */
const line = (file: string, lang: Language, tool: string) =>
  protocol(file, lang).find((text) => text.startsWith(`- \`${tool}(`)) ?? "";

/** Roles that a text names as `id`. */
const named = (text: string, { everyone }: Part) => everyone.filter((id) => text.includes(`\`${id}\``));

const neighbours = ({ superior, reports }: Part) => [...(superior === undefined ? [] : [superior]), ...reports];

describe.each(languages)("%s", (lang) => {
  verifies("ritual:text:overlord", "send_message to the strategist, check_inbox on [MESSAGE from …]", () => {
    expect(line("overlord.md", lang, "send_message")).toContain("`strategist`");
    expect(line("overlord.md", lang, "check_inbox")).toContain("[MESSAGE from");
  });

  verifies("ritual:text:strategist", "MCP section, send_message to the four, broadcast to all", () => {
    for (const king of kings) expect(line("strategist.md", lang, "send_message")).toContain(`\`${king}\``);
    expect(line("strategist.md", lang, "broadcast")).toMatch(/: to everyone|：全員に送る/);
  });

  verifies("ritual:text:kings", "MCP section, reports to the strategist with send_message, update_status", () => {
    for (const king of kings) {
      expect(line(`${king}.md`, lang, "send_message"), king).toMatch(
        /: reports [^;]*`strategist`|：報告[^。]*`strategist`/,
      );
      expect(line(`${king}.md`, lang, "update_status"), king).toContain("`working`");
    }
  });

  test.each(cast)(
    "$name can be typed unchanged: a composer takes no line of it for a command",
    ({ file, addition }) => {
      const text = ritual(file, lang);
      expect(text).toMatch(/[^\n]\n$/);
      expect(Buffer.byteLength(text + ritual(addition, lang))).toBeLessThanOrEqual(6500);
      expect(text).not.toMatch(/^[/!@]|@|\t| $|\r/m);
    },
  );

  test.each(cast)("$name begins with its name and its id", ({ file, called, id }) => {
    expect(ritual(file, lang).split("\n")[0]).toBe(`# ${called[lang]}`);
    expect(introduction(file, lang)).toContain(`\`${id}\``);
  });

  test.each(cast)("$name names its superior and reports as recipients, and no others but peers", (part) => {
    const recipients = named(line(part.file, lang, "send_message"), part);
    expect(recipients).toEqual(expect.arrayContaining(neighbours(part)));
    expect([...neighbours(part), ...part.peers]).toEqual(expect.arrayContaining(recipients));
  });

  test.each(cast)("$name has the protocol: every tool, when to read mail, the shared rules", ({ file }) => {
    for (const tool of tools) expect(line(file, lang, tool), tool).not.toBe("");
    expect(line(file, lang, "check_inbox")).toContain("[MESSAGE from …]");
    expect(protocol(file, lang)).toEqual(expect.arrayContaining(sharedLines(lang)));
  });

  test.each(cast)("$name has examples of its own: mail to a neighbour, its own status or everyone's", (part) => {
    const text = ritual(part.file, lang);
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => id as string);
    const recipients = found(/\bto="([^"]*)"/g);
    expect(recipients).not.toEqual([]);
    expect(part.superior === undefined ? part.reports : [part.superior]).toEqual(expect.arrayContaining(recipients));
    const asked = found(/get_status\("([^"]*)"\)/g);
    expect(asked).not.toEqual([]);
    expect(["all", part.id]).toEqual(expect.arrayContaining(asked));
  });

  test.each(cast.filter(({ formation }) => formation === "mas"))(
    "$name introduces only its superior and its reports, and names no role outside the formation",
    (part) => {
      const around = [part.id, ...neighbours(part)].sort();
      expect(named(introduction(part.file, lang), part).sort()).toEqual(around);
      const numbers = [...ritual(part.file, lang).matchAll(/`(\d+)`/g)].map(([, id]) => id as string);
      expect(part.everyone).toEqual(expect.arrayContaining(numbers));
    },
  );
});

/** Lines that all six protocols of the formation `overlord` share: server, tools, rules. */
function sharedLines(lang: Language): string[] {
  const six = cast.filter(({ formation }) => formation === "overlord").map(({ file }) => protocol(file, lang));
  const shared = (six[0] as string[]).filter((text) => text !== "" && six.every((lines) => lines.includes(text)));
  expect(shared.length).toBeGreaterThanOrEqual(9);
  return shared;
}

verifies("ritual:six", "six files, one for each role", () => {
  const roles = ["overlord", "strategist", ...kings];
  const overlord = cast.filter(({ formation }) => formation === "overlord");
  expect(overlord.map(({ id, file }) => [id, file])).toEqual(roles.map((role) => [role, `${role}.md`]));
  for (const lang of languages) for (const { file } of overlord) expect(ritual(file, lang).length).toBeGreaterThan(500);
});

test("every role of every formation has a ritual in both languages, and every ritual has a role", () => {
  expect(formations.map(({ name, roles }) => [name, roles.length])).toEqual([
    ["mas", 13],
    ["overlord", 6],
  ]);
  const files = [...cast.map(({ file }) => file), "fields/builder.md", "fields/lead.md"];
  const expected = files.flatMap((file) => languages.map((lang) => path(file, lang)));
  const there = readdirSync("rituals", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"));
  expect(there.sort()).toEqual(expected.sort());
});

test.each(cast)("$name has the same headings in both languages", ({ file }) => {
  const headings = languages.map((lang) => ritual(file, lang).match(/^#+ /gm));
  expect(headings[1]).toEqual(headings[0]);
});

test("no two roles of the formation of thirteen have the same description of their craft", () => {
  for (const lang of languages) {
    const crafts = cast
      .filter(({ formation }) => formation === "mas")
      .map(({ file }) => ritual(file, lang).split("\n## ")[1]?.split("\n")[2]);
    expect(new Set(crafts).size).toBe(crafts.length);
  }
});
