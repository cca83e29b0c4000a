import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";

/** Milliseconds for one package with its dependencies. */
const PATIENCE = 240_000;

export interface Installed {
  version: string;
  /** The folder of its programs. */
  bin: string;
}

/** The packages that could be installed, by name; for each of the others a line says why. */
export type Peers = Partial<Record<PeerName, Installed>>;

const pythonPackages = { libtmux: "libtmux", tmuxp: "tmuxp", cao: "cli-agent-orchestrator", hcom: "hcom" } as const;
/** The package of `omc`, oh-my-claudecode. The package called oh-my-claudecode is another program. */
export const OMC = "oh-my-claude-sisyphus";

type PeerName = keyof typeof pythonPackages | "omc";

/** With the caller's environment: pip and npm may need their proxy and their index. */
export function installPeers({ packages }: Place): Peers {
  const peers: Peers = {};
  const add = (name: PeerName, install: () => Installed) => {
    try {
      peers[name] = install();
      console.log(`${name} ${peers[name].version} is installed`);
    } catch (error) {
      console.log(`${name} is not measured here: ${error instanceof Error ? error.message : error}`);
    }
  };
  for (const [name, wanted] of Object.entries(pythonPackages) as [keyof typeof pythonPackages, string][])
    add(name, () => fromPython(packages(`py-${name}`), wanted));
  add("omc", () => fromNode(packages("npm"), OMC));
  return peers;
}

/** Each in an environment of its own: libtmux of cli-agent-orchestrator is an older one. */
function fromPython(folder: string, wanted: string): Installed {
  const bin = join(folder, "bin");
  const isNew = !existsSync(bin);
  if (isNew) call("python3", "-m", "venv", folder);
  const pip = [join(bin, "pip"), "--disable-pip-version-check"] as const;
  if (isNew) call(...pip, "install", "--quiet", wanted);
  const version = /^Version: (.+)$/m.exec(call(...pip, "show", wanted))?.[1] ?? "?";
  return { version, bin };
}

function fromNode(folder: string, wanted: string): Installed {
  const manifest = join(folder, "node_modules", wanted, "package.json");
  mkdirSync(folder, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  if (!existsSync(manifest)) call("npm", "install", "--prefix", folder, ...flags, wanted);
  if (!existsSync(manifest)) throw new Error(`${wanted} has no package.json`);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return { version, bin: join(folder, "node_modules", ".bin") };
}

function call(program: string, ...args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: PATIENCE });
  if (!error && status === 0) return stdout;
  const reason = error?.message ?? stderr.trim().split("\n").at(-1);
  throw new Error(`${program.split("/").at(-1)}: ${reason || `exit status ${status}`}`);
}
