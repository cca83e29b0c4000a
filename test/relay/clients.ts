import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
/** The Inspector needs Node 22; on an older one it brings its own. */
const NODE = "node@22.23.3";
const PYTHON_CLIENT = "mcp==2.3.0";

/** Why the foreign clients are not tried here, or false: they are fetched from the network. */
export const withoutClients =
  process.env.CI !== "true" && process.env.OVLD_INTEROP !== "1" && "fetches foreign clients: set OVLD_INTEROP=1";

/** The Inspector's command-line mode: program and leading arguments. */
export async function inspector(): Promise<[string, ...string[]]> {
  const ownNode = Number(process.versions.node.split(".")[0]) >= 23;
  const folder = await installed("inspector", async (target) => {
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", target, INSPECTOR, ...(ownNode ? [] : [NODE])]);
  });
  const modules = join(folder, "node_modules");
  const launcher = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  return [ownNode ? process.execPath : join(modules, "node/bin/node"), launcher, "--cli"];
}

/** A Python that has the official client. */
export async function pythonWithClient(): Promise<string> {
  const folder = await installed("python-client", async (target) => {
    await run("python3", ["-m", "venv", target]);
    await run(join(target, "bin/python"), ["-m", "pip", "install", "--quiet", PYTHON_CLIENT]);
  });
  return join(folder, "bin/python");
}

/** A folder under .cache/ that `fill` has filled, now or in an earlier run; half filled, it is filled again. */
async function installed(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = resolve(".cache", "interop", name);
  const stamp = join(folder, `.done-${[INSPECTOR, NODE, PYTHON_CLIENT].join("-").replaceAll(/[^\w.@=-]/g, "_")}`);
  if (existsSync(stamp)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill(folder);
  await writeFile(`${stamp}.new`, "");
  await rename(`${stamp}.new`, stamp);
  return folder;
}
