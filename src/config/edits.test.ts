import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formationFrom } from "#army/formation.ts";
import { systemClock } from "#base/clock.ts";
import { parseToml } from "#base/toml.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { enSettings } from "#i18n/en-settings.ts";
import { amount } from "#test/support/amount.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { ConfigLoader } from "./load.ts";
import { configTemplate } from "./template.ts";

const EDITS = amount(4000);

/** A random edit: characters removed, inserted or doubled, or a line lost. */
const slip = fc.record({
  // Integers make every position equally likely; doubles are mostly close to 0.
  at: fc.nat(999_999).map((millionths) => millionths / 1e6),
  length: fc.nat(12),
  insert: fc.oneof(
    fc.string({ maxLength: 6, unit: "binary" }),
    fc.constantFrom("\0", '"', "[", "]", "=", "\n", "{", "}", "'", ",", "9e9", "\uD800", "[[", ".", "#"),
  ),
});

function edit(text: string, slips: { at: number; length: number; insert: string }[]): string {
  return slips.reduce((now, { at, length, insert }) => {
    const from = Math.floor(at * now.length);
    return now.slice(0, from) + insert + now.slice(from + length);
  }, text);
}

/** A clear error is an `OvldError` of the kind `config`, in one line. */
function expectClear(error: unknown): void {
  if (!(error instanceof OvldError)) throw error;
  expect(error.exitStatus).toBe(3);
  expect(error.message).not.toMatch(/\n|undefined|\[object|\bat .*\.ts:/);
}

const slips = fc.array(slip, { minLength: 1, maxLength: 4 });

test("random edits of config.toml: a clear error or a right result", { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "config.toml");
  const original = configTemplate("Settings", (key) => enSettings[key as keyof typeof enSettings], {}).replaceAll(
    /^# (\w+ = )/gm,
    "$1",
  );
  let right = 0;
  await fc.assert(
    fc.asyncProperty(slips, async (edits) => {
      await writeFile(file, edit(original, edits));
      try {
        const { config } = ConfigLoader.trace({ env: { OVLD_HOME: folder.path }, directory: "/nowhere" });
        expect(["en", "ja"]).toContain(config.lang);
        expect(["ask", "edits", "full"]).toContain(config.autonomy);
        right++;
      } catch (error) {
        expectClear(error);
      }
    }),
    { numRuns: EDITS },
  );
  expect(right, "both outcomes were seen").toBeGreaterThan(0);
  expect(right).toBeLessThan(EDITS);
});

test("random edits of a formation: a clear error or a right result", { timeout: 300_000 }, () => {
  const original = readFileSync("formations/overlord.toml", "utf8");
  let right = 0;
  fc.assert(
    fc.property(slips, (edits) => {
      try {
        const formation = formationFrom("x", parseToml("x.toml", edit(original, edits)));
        expect(formation.roles.length).toBeGreaterThan(0);
        right++;
      } catch (error) {
        expectClear(error);
      }
    }),
    { numRuns: EDITS },
  );
  expect(right, "both outcomes were seen").toBeGreaterThan(0);
  expect(right).toBeLessThan(EDITS);
});

test("random edits of registry.json: never a lost entry, or a later format that is refused and kept", {
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: folder.path });
  const registry = openRegistry({ paths, clock: systemClock });
  for (const name of ["ovld-a", "ovld-b"]) {
    await mkdir(sessionPaths(paths, name).folder, { recursive: true });
    const entry = {
      name,
      directory: `/p/${name}`,
      started: "2026-01-01T00:00:00.000Z",
      multiplexer: "tmux",
      formation: "mas",
      roster: ["00"],
      panes: {},
    } as const;
    await registry.add({ ...entry, roster: ["00"], panes: {} });
  }
  const whole = await registry.list();
  const original = readFileSync(paths.registry, "utf8");
  await fc.assert(
    fc.asyncProperty(slips, async (edits) => {
      const edited = edit(original, edits);
      await writeFile(paths.registry, edited);
      const listed = await registry.list().catch((error: unknown) => error);
      if (!OvldError.is(listed, "file-newer")) expect(listed).toEqual(whole);
      else expect(readFileSync(paths.registry)).toEqual(Buffer.from(edited));
    }),
    { numRuns: EDITS / 2 },
  );
});
