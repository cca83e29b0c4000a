import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { chooseMultiplexer, requireAgent, requireNamedPaths, requirePrograms } from "./checks.ts";

const bin = ({ env }: MemoryServices) => env.PATH ?? "";

async function install(services: MemoryServices, program: string, version: string) {
  await writeFile(join(bin(services), program), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
}

const uninstall = (services: MemoryServices, ...programs: string[]) =>
  Promise.all(programs.map((program) => rm(join(bin(services), program))));

test("a missing agent CLI is an error with its name", async () => {
  await using services = await memoryServices();
  await uninstall(services, "claude");
  const missing = expect.objectContaining({ code: "program-missing", details: { program: "claude" } });
  expect(() => requireAgent("claude", services.config, services)).toThrow(missing);
});

test("an agent CLI with a too old package version is refused with both versions, and is not run", async () => {
  await using services = await memoryServices();
  const file = join(bin(services), "package.json");
  await writeFile(file, '{ "name": "@anthropic-ai/claude-code", "version": "2.1.138" }');
  const tooOld = { program: "claude", found: "2.1.138", needed: "2.1.139" };
  const refusal = expect.objectContaining({ code: "program-too-old", details: tooOld });
  expect(() => requireAgent("claude", services.config, services)).toThrow(refusal);
  await writeFile(file, '{ "name": "@anthropic-ai/claude-code", "version": "2.1.139" }');
  requireAgent("claude", services.config, services);
});

test.each([
  ["zellij", "zellij 0.43.1", { found: "0.43.1", needed: "0.44.0" }],
  ["tmux", "tmux 2.9", { found: "2.9", needed: "3.0" }],
] as const)("a too old %s is refused with both versions", async (program, version, details) => {
  await using services = await memoryServices();
  await install(services, program, version);
  const refusal = { code: "program-too-old", details: { program, ...details } };
  await expect(requirePrograms(program, ["claude"], services.config, services)).rejects.toMatchObject(refusal);
});

test("a multiplexer that is new enough or prints no version is accepted", async () => {
  await using services = await memoryServices();
  await requirePrograms("zellij", ["claude"], services.config, services);
  await install(services, "tmux", "tmux master");
  await requirePrograms("tmux", ["claude"], services.config, services);
});

test("a missing multiplexer is an error with its name", async () => {
  await using services = await memoryServices();
  await uninstall(services, "zellij");
  const missing = { code: "program-missing", details: { program: "zellij" } };
  await expect(requirePrograms("zellij", ["claude"], services.config, services)).rejects.toMatchObject(missing);
});

test.each([
  { configured: "tmux", preferred: "zellij", installed: ["zellij"], chosen: "tmux" },
  { configured: "auto", preferred: "tmux", installed: ["zellij", "tmux"], chosen: "tmux" },
  { configured: "auto", preferred: "tmux", installed: ["zellij"], chosen: "zellij" },
  { configured: "auto", preferred: undefined, installed: ["zellij", "tmux"], chosen: "zellij" },
  { configured: "auto", preferred: undefined, installed: ["tmux"], chosen: "tmux" },
  { configured: "auto", preferred: "tmux", installed: [], chosen: "zellij" },
] as const)(
  "setting $configured, formation $preferred, installed $installed: $chosen is chosen",
  async ({ configured, preferred, installed, chosen }) => {
    await using services = await memoryServices();
    await uninstall(services, "zellij", "tmux");
    for (const program of installed) await install(services, program, "");
    const config = { ...services.config, multiplexer: configured };
    expect(chooseMultiplexer(config, { multiplexer: preferred }, services)).toBe(chosen);
  },
);

test("a project or home path that is not UTF-8 is refused, because Node would make a folder of another name", async () => {
  await using services = await memoryServices();
  requireNamedPaths(services);
  const refusal = expect.objectContaining({ code: "path-not-utf8" });
  expect(() => requireNamedPaths({ ...services, directory: "/work/caf\ufffd" })).toThrow(refusal);
  const env = { ...services.env, OVLD_HOME: "/home/caf\ufffd" };
  expect(() => requireNamedPaths({ ...services, env })).toThrow(refusal);
});
