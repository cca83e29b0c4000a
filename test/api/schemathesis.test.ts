import { execFile, execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { installed, isInstalled } from "#test/support/installed.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { serving } from "./serving.ts";

const execute = promisify(execFile);
const VERSIONS = ["schemathesis==4.32.5"];

test("every operation conforms to the OpenAPI document, for any input", { timeout: 900_000 }, async ({ skip }) => {
  const reason = reasonToSkip();
  skip(reason !== undefined, reason);
  const tester = join(await installed("schemathesis", VERSIONS, install), "bin", "schemathesis");
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  // Without a multiplexer and an agent, generated requests cannot summon an army.
  army.env.PATH = join(army.folder, "bin");
  await using server = await serving(army);
  const path = { session: "ovld-mine", role: "storm" };
  const { message } = await server.client.call("sendMessage", { path, body: { body: "text" } });
  const { status, output } = await run(tester, {
    cwd: army.folder,
    url: `${server.url}/api/v1/openapi.json`,
    env: { PATH: process.env.PATH, HOME: army.home, OVLD_TOKEN: server.token, OVLD_MESSAGE: message.id },
  });
  expect(status, output).toBe(0);
  const [, selected] = /Operations: +(\d+) selected \/ \1 total/.exec(output) ?? [];
  expect(output).toMatch(new RegExp(`Tested: ${selected}\\b`));
  expect(server.child.exitCode).toBeNull();
  expect(await store.mail.countUnread("storm")).toBeGreaterThan(1);
});

/** The tester is installed from the network, once and only if that is allowed. */
function reasonToSkip(): string | undefined {
  if (isInstalled("schemathesis", VERSIONS)) return undefined;
  if (process.env.CI !== "true" && process.env.OVLD_INTEROP !== "1") return "fetches schemathesis: set OVLD_INTEROP=1";
  try {
    execFileSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "python3 with venv is not installed";
  }
}

async function install(folder: string): Promise<void> {
  await execute("python3", ["-m", "venv", folder]);
  await execute(join(folder, "bin", "python"), ["-m", "pip", "install", "--quiet", ...VERSIONS]);
}

interface Trial {
  cwd: string;
  url: string;
  env: Record<string, string | undefined>;
}

/** Some lines are requests of hundreds of kilobytes. */
async function run(tester: string, { cwd, url, env }: Trial): Promise<{ status: unknown; output: string }> {
  const args = ["--config-file", resolve("test/api/schemathesis.toml"), "run", url, "--continue-on-failure"];
  const short = (text: string) => text.replaceAll(/.{400,}/g, (line) => `${line.slice(0, 400)} …`);
  return execute(tester, args, { cwd, env: env as NodeJS.ProcessEnv, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => ({ status: 0, output: short(stdout) }),
    (error) => ({ status: error.code, output: short(`${error.stdout}${error.stderr}`) }),
  );
}
