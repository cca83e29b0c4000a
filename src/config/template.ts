import { listSettings } from "./settings.ts";

/** A `config.toml` with all settings explained and commented out, so that later defaults still apply. */
export function configTemplate(
  heading: string,
  explain: (key: string) => string,
  chosen: Record<string, unknown>,
): string {
  const lines = [`# ${heading}`];
  let table = "";
  for (const [key, setting] of listSettings()) {
    const [group, name] = key.includes(".") ? key.split(".") : ["", key];
    if (group && group !== table) lines.push("", `[${group}]`);
    table = group ?? "";
    const value = JSON.stringify(chosen[key] ?? setting.default);
    lines.push("", `# ${explain(key)}`, `${key in chosen ? "" : "# "}${name} = ${value}`);
  }
  return `${lines.join("\n")}\n`;
}
