import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HostileFixture } from "./hostile-fixture.ts";

/** Writes files as the agent, by paths below its session's folder; files that it cannot write are skipped. */
export async function writeAsAgent(fixture: HostileFixture, contents: Readonly<Record<string, string>>): Promise<void> {
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
