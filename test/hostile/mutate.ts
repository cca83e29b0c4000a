import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { HostileFixture } from "./hostile-fixture.ts";
import type { Mutation } from "./mutations.ts";
import { quoted } from "./write-as-agent.ts";

export interface Step {
  /** Index, modulo their number, into the files that the agent can write. */
  file: number;
  mutation: Mutation;
}

/**
 * Runs all steps as the agent, one after the other; resolves with a line for each. A step has a time limit, because an
 * earlier one may have made a pipe of its file.
 */
export async function mutate(
  fixture: HostileFixture,
  steps: readonly Step[],
  isMeant: (path: string) => boolean = () => true,
): Promise<string[]> {
  const { folder } = fixture.mine;
  const found = await fixture.agent('cd "$S" && find . -mindepth 1 -writable -printf "%P\\0" | sort -z');
  const files = found.stdout.split("\0").filter((path) => path !== "" && isMeant(path));
  expect(files).not.toEqual([]);
  const payloads = join(fixture.mine.directory, "payloads");
  await mkdir(payloads, { recursive: true });
  const lines: string[] = [];
  const script: string[] = [];
  for (const [index, { file, mutation }] of steps.entries()) {
    const path = files[file % files.length] ?? "";
    const payload = join(payloads, String(index));
    if (mutation.payload)
      await writeFile(payload, mutation.payload(await readFile(join(folder, path), "utf8").catch(() => "")));
    lines.push(`${path}: ${mutation.name}`);
    const variables = `f="$S"/${quoted(path)} d="$S"/${quoted(dirname(path))} o="$OTHER"/${quoted(path)}`;
    script.push(`${variables} P=${quoted(payload)} timeout 2 sh -c ${quoted(mutation.script)} && echo done`);
  }
  const { stdout } = await fixture.agent(script.join("\n"));
  expect(stdout).toContain("done");
  return lines;
}
