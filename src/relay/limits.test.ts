import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { configChange } from "#config/config-change.ts";
import { resolvePaths } from "#home/paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { currentLimits } from "./limits.ts";

test("changed settings are read once, retried after a failure, and read by a relay that starts after the change", async () => {
  await using folder = await temporaryFolder();
  const env = { OVLD_HOME: folder.path };
  const [first, raised] = [10, 20].map((tokensTotal) => ({ tokensPerRole: 0, tokensTotal, resume: false }));
  let [reads, fails] = [0, true];
  const source = {
    env,
    async readLimits() {
      reads++;
      if (fails) throw new Error("half a file");
      return raised as NonNullable<typeof raised>;
    },
  };
  const settings = { limits: first as NonNullable<typeof first>, settled: configChange(env) };
  const limits = currentLimits(settings, source);
  expect(await limits()).toEqual(first);
  const { config } = resolvePaths(env);
  await mkdir(dirname(config), { recursive: true });
  await writeFile(config, "[limits]\ntokens_total = 20\n");
  await expect(limits()).rejects.toThrow("half a file");
  fails = false;
  for (let look = 0; look < 3; look++) expect(await limits()).toEqual(raised);
  expect(reads).toBe(2);
  expect(await currentLimits(settings, source)()).toEqual(raised);
  const resummoned = { ...settings, settled: configChange(env) };
  expect(await currentLimits(resummoned, source)()).toEqual(first);
});
