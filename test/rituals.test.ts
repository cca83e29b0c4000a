import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formationFrom, ritualFile } from "#army/formation.ts";
import { parseToml } from "#config/toml.ts";
import { verifies } from "./verifies.ts";

const kings = ["inferno", "glacier", "shadow", "storm"];
const roles = ["overlord", "strategist", ...kings];
const languages = ["en", "ja"] as const;
const ritual = (role: string, lang: (typeof languages)[number]) =>
  readFileSync(lang === "en" ? `rituals/${role}.md` : `rituals/ja/${role}.md`, "utf8");

/** The part of a ritual that says how to write to the others. */
function protocol(role: string, lang: (typeof languages)[number]): string {
  const heading = lang === "en" ? "## MCP communication protocol" : "## MCP通信プロトコル";
  const [, part] = ritual(role, lang).split(heading);
  expect(part, `${role} ${lang}: ${heading}`).toBeDefined();
  return (part as string).split("\n## ")[0] as string;
}

/** The line of the protocol that explains a tool. */
const line = (role: string, lang: (typeof languages)[number], tool: string) =>
  protocol(role, lang)
    .split("\n")
    .find((text) => text.startsWith(`- \`${tool}(`)) ?? "";

describe.each(languages)("%s", (lang) => {
  verifies("ritual:text:overlord", "send_message to the strategist, check_inbox on [MESSAGE from …]", () => {
    expect(line("overlord", lang, "send_message")).toContain("strategist");
    expect(line("overlord", lang, "check_inbox")).toContain("[MESSAGE from");
  });

  verifies("ritual:text:strategist", "MCP section, send_message to the four, broadcast to all", () => {
    for (const king of kings) expect(line("strategist", lang, "send_message")).toContain(king);
    expect(line("strategist", lang, "broadcast")).not.toBe("");
  });

  verifies("ritual:text:kings", "MCP section, reports to the strategist with send_message, update_status", () => {
    for (const king of kings) {
      expect(line(king, lang, "send_message"), king).toContain("strategist");
      expect(line(king, lang, "update_status"), king).not.toBe("");
    }
  });

  test.each(roles)("%s can be typed as it is: nothing that a composer would take for a command", (role) => {
    const text = ritual(role, lang);
    expect(text).toMatch(/[^\n]\n$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6500);
    expect(text).not.toMatch(/^[/!@]|@|\t| $|\r/m);
  });

  test.each(roles)("%s names its own role", (role) => {
    expect(ritual(role, lang)).toContain(`\`${role}\``);
  });
});

verifies("ritual:six", "six files, and each goes to its own role", () => {
  const formation = formationFrom("overlord", parseToml("x", readFileSync("formations/overlord.toml", "utf8")));
  expect(formation.roles.map((role) => [role.id, ritualFile(role)])).toEqual(roles.map((role) => [role, `${role}.md`]));
  for (const lang of languages) for (const role of roles) expect(ritual(role, lang).length).toBeGreaterThan(500);
});

test.each(roles)("%s has the same headings in both languages", (role) => {
  const headings = languages.map((lang) => ritual(role, lang).match(/^#+ /gm));
  expect(headings[1]).toEqual(headings[0]);
});
