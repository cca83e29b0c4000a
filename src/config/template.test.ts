import { expect, test } from "vitest";
import { parseToml } from "#base/toml.ts";
import { enSettings } from "#i18n/en-settings.ts";
import { listSettings } from "./settings.ts";
import { configTemplate } from "./template.ts";

const explain = (key: string) => enSettings[key as keyof typeof enSettings];

test("the template changes no setting, and every commented line is a valid setting", () => {
  const template = configTemplate("Settings", explain, {});
  const { value } = parseToml("config.toml", template);
  expect(Object.values(value).every((table) => Object.keys(table as object).length === 0)).toBe(true);
  const offered = parseToml("config.toml", template.replaceAll(/^# (\w+ = )/gm, "$1")).value;
  for (const [key, setting] of listSettings())
    expect(
      key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], offered),
      key,
    ).toEqual(setting.default);
});

test("a chosen value is not commented out", () => {
  expect(configTemplate("Settings", explain, { lang: "ja" })).toContain('\nlang = "ja"\n');
});

test("every setting has an explanation", () => {
  expect(Object.keys(enSettings).sort()).toEqual(
    listSettings()
      .map(([key]) => key)
      .sort(),
  );
});
