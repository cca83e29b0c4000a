// `node scripts/import-rules.mjs`: writes the import rule of each room into biome.json. `npm run check` fails when they
// differ.
import { readFileSync, writeFileSync } from "node:fs";
import { rooms } from "./rooms.mjs";

const FILE = "biome.json";
const NOT_TESTS = ["!**/*.test.ts", "!**/*.contract.ts"];
const FORBIDDEN = "This folder may not import that one: scripts/rooms.mjs.";
const RELATIVE = { group: ["../**"], message: "Cross-folder imports read #folder/file.ts." };

/** The overrides of biome.json that follow from the table of rooms. */
function importRules() {
  return Object.entries(rooms).map(([room, { imports, without = [] }]) => {
    const allowed = imports.map((pattern) => `!#${pattern}`);
    const patterns = [RELATIVE, { group: ["#*", "#*/**", ...allowed], message: FORBIDDEN }, ...without];
    return {
      includes: [`src/${room}`, ...NOT_TESTS],
      linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
    };
  });
}

/**
 * Replaces the import rules of biome.json by those of the table.
 * @param {any} biome
 */
function withImportRules(biome) {
  const kept = biome.overrides.filter((/** @type {any} */ { linter }) => !linter.rules.style?.noRestrictedImports);
  return { ...biome, overrides: [...importRules(), ...kept] };
}

const biome = JSON.parse(readFileSync(FILE, "utf8"));
const wanted = withImportRules(biome);
if (process.argv.includes("--check")) {
  if (JSON.stringify(wanted) === JSON.stringify(biome)) process.exit(0);
  console.error("biome.json does not follow from scripts/rooms.mjs. Run `node scripts/import-rules.mjs`.");
  process.exit(1);
}
writeFileSync(FILE, `${JSON.stringify(wanted, null, 2)}\n`);
