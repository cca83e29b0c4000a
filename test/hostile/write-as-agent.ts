import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HostileFixture } from "./hostile-fixture.ts";

/** Lets the agent write files with these contents, as far as it can, by their paths below its session's folder. */
export async function plant(fixture: HostileFixture, contents: Readonly<Record<string, string>>): Promise<void> {
  const payloads = join(fixture.mine.directory, ".payloads");
  await mkdir(payloads, { recursive: true });
  const script: string[] = [];
  for (const [index, [path, content]] of Object.entries(contents).entries()) {
    const payload = join(payloads, String(index));
    await writeFile(payload, content);
    script.push(`cp ${quoted(payload)} "$S"/${quoted(path)}`);
  }
  await fixture.agent(script.join("\n"));
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
