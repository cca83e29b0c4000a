import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { median, roundRobin } from "../measure.ts";
import { OMC, type Peers } from "./install.ts";
import type { Place } from "./place.ts";
import { type Line, ms, ratio } from "./table.ts";

const ROUNDS = 15;

/** `--version` and `--help` against an empty program of the same language, with PATH and HOME alone. */
export async function start({ at, packages, env }: Place, peers: Peers): Promise<Line[]> {
  const { PATH = "", HOME = "" } = env;
  writeFileSync(at("empty.mjs"), "");
  const work = ([program = "", ...args]: readonly string[]) => {
    const { status, stderr } = spawnSync(program, args, { env: { PATH, HOME }, encoding: "utf8", timeout: 30_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  };
  const node = [process.execPath];
  const commands: Record<string, { argv: string[]; empty: string; language: string }> = {
    ovld: { argv: [...node, resolve("dist/main.cjs")], empty: "node", language: "an empty Node program" },
  };
  const empty: Record<string, string[]> = { node: [...node, at("empty.mjs")], none: ["/bin/true"] };
  if (peers.omc) {
    const program = packages("npm", "node_modules", OMC, "bin", "oh-my-claudecode.js");
    commands["oh-my-claudecode"] = { argv: [...node, program], empty: "node", language: "an empty Node program" };
  }
  for (const name of ["cao", "tmuxp"] as const) {
    const peer = peers[name];
    if (!peer) continue;
    empty[name] = [join(peer.bin, "python"), "-c", ""];
    commands[name] = { argv: [join(peer.bin, name)], empty: name, language: "an empty Python program" };
  }
  if (peers.hcom)
    commands.hcom = { argv: [join(peers.hcom.bin, "hcom")], empty: "none", language: "`/bin/true`; it is compiled" };
  const cases: Record<string, () => void> = {};
  for (const [name, argv] of Object.entries(empty)) cases[`empty ${name}`] = () => work(argv);
  for (const [name, { argv }] of Object.entries(commands))
    for (const flag of ["--version", "--help"]) cases[`${name} ${flag}`] = () => work([...argv, flag]);
  for (const once of Object.values(cases)) once();
  const samples = await roundRobin(cases, ROUNDS);
  const time = (name: string) => median(samples[name] ?? []);
  return Object.entries(commands).map(([name, { empty, language }]) => {
    const [version, help, limit] = [time(`${name} --version`), time(`${name} --help`), time(`empty ${empty}`)];
    return {
      ...{ what: "`--version`, `--help`", who: name, result: `${ms(version)}, ${ms(help)}` },
      ...{ ratio: `${ratio(version, limit)}, ${ratio(help, limit)}`, does: `against ${language}: ${ms(limit)}` },
    };
  });
}
