import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { installed } from "#test/support/installed.ts";

const run = promisify(execFile);

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
/** The Inspector does not run on every supported Node; an old Node installs this one for it. */
const NODE = "node@22.23.3";
const PYTHON_CLIENT = "mcp==2.3.0";
const VERSIONS = [INSPECTOR, NODE, PYTHON_CLIENT];

/** Reason to skip the foreign clients, which are fetched from the network; false if they may be fetched. */
export const withoutClients =
  process.env.CI !== "true" && process.env.OVLD_INTEROP !== "1" && "fetches foreign clients: set OVLD_INTEROP=1";

/** The Inspector's command-line mode: program and leading arguments. */
export async function inspector(): Promise<[string, ...string[]]> {
  const ownNode = Number(process.versions.node.split(".")[0]) >= 23;
  const folder = await installed("inspector", VERSIONS, async (target) => {
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", target, INSPECTOR, ...(ownNode ? [] : [NODE])]);
  });
  const modules = join(folder, "node_modules");
  const launcher = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  return [ownNode ? process.execPath : join(modules, "node/bin/node"), launcher, "--cli"];
}

/** A Python with the official client. */
export async function pythonWithClient(): Promise<string> {
  const folder = await installed("python-client", VERSIONS, async (target) => {
    await run("python3", ["-m", "venv", target]);
    await run(join(target, "bin/python"), ["-m", "pip", "install", "--quiet", PYTHON_CLIENT]);
  });
  return join(folder, "bin/python");
}
