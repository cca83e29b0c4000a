import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { notifyChannels } from "./notify-channels.ts";

const guard = (allowManagedModsOnly: unknown) => ({
  pluginConfigs: { "cc-plugin-sec-default@builtin": { options: { allowManagedModsOnly } } },
});

test.for([
  ["2.1.325", {}, {}, ["mod", "hooks", "typing"], undefined],
  ["2.1.286", {}, {}, ["hooks", "typing"], "< 2.1.287"],
  ["2.1.325", { disableAllHooks: true }, {}, ["typing"], "disableAllHooks"],
  ["2.1.325", {}, { disableAllHooks: true }, ["typing"], "disableAllHooks"],
  ["2.1.325", {}, { allowManagedHooksOnly: true }, ["typing"], "allowManagedHooksOnly"],
  ["2.1.325", { allowManagedHooksOnly: true }, {}, ["mod", "hooks", "typing"], undefined],
  ["2.1.325", {}, guard(true), ["hooks", "typing"], "allowManagedModsOnly"],
  ["2.1.325", guard(true), guard(false), ["mod", "hooks", "typing"], undefined],
] as const)("%s with user settings %j and managed settings %j", async ([version, user, managed, channels, reason]) => {
  await using folder = await temporaryFolder();
  const parts = join(folder.path, "managed", "managed-settings.d");
  await mkdir(parts, { recursive: true });
  await mkdir(join(folder.path, ".claude"));
  await writeFile(join(folder.path, ".claude", "settings.json"), JSON.stringify(user));
  const installed = { version, env: { HOME: folder.path } };
  for (const file of [join(parts, "10-mods.json"), join(folder.path, "managed", "managed-settings.json")]) {
    await writeFile(file, JSON.stringify(managed));
    expect(await notifyChannels(installed, join(folder.path, "managed"))).toEqual({ channels, reason });
    await writeFile(file, "{ damaged");
  }
});
