import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { run } from "#base/run.ts";
import { preparedFixture, sandboxContract } from "#sandbox/sandbox.contract.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { seatbelt } from "./seatbelt.ts";

/** Replaces sandbox-exec: records its arguments and runs the program unconfined. */
const recorder = `#!/bin/sh
for argument; do printf '%s\\0' "$argument" >> "$RECORD"; done
case "$2" in *unusable*) echo 'sandbox-exec: sandbox_apply: Operation not permitted' >&2; exit 71;; esac
shift 2
exec "$@"
`;

let bin: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  bin = await temporaryFolder();
  await writeFile(join(bin.path, "sandbox-exec"), recorder);
  await chmod(join(bin.path, "sandbox-exec"), 0o755);
});
afterAll(() => bin[Symbol.asyncDispose]());
beforeEach(async () => {
  await writeFile(join(bin.path, "record"), "");
  vi.stubEnv("PATH", `${bin.path}${delimiter}${process.env.PATH}`);
  vi.stubEnv("RECORD", join(bin.path, "record"));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const recorded = async () => (await readFile(join(bin.path, "record"), "utf8")).split("\0").slice(0, -1);

sandboxContract(seatbelt(), { skip: false });

test("sandbox-exec gets the profile in the session's folder, then the program", async () => {
  await using fixture = await preparedFixture(seatbelt());
  const argv = fixture.wrap(["true", "--mcp-config", "a b.json"]);
  expect(argv).toEqual(["sandbox-exec", "-f", join(fixture.session, "sandbox.sb"), "true", "--mcp-config", "a b.json"]);
  await run(argv[0], argv.slice(1), { timeLimit: 10_000 });
  expect(await recorded()).toEqual(argv.slice(1));
});

test("the check runs the engine with the same profile, and reports its reason", async () => {
  await using fixture = await preparedFixture(seatbelt());
  await seatbelt().check(fixture.policy, fixture.session);
  const [file] = seatbelt().files(fixture.policy, fixture.session);
  expect(await recorded()).toEqual(["-p", file?.content, "true"]);
  await expect(seatbelt().check({ ...fixture.policy, folders: ["/unusable"] }, fixture.session)).rejects.toMatchObject({
    code: "sandbox-unusable",
    exitStatus: 9,
    message: "seatbelt cannot confine programs here: sandbox-exec: sandbox_apply: Operation not permitted",
  });
});

test("without sandbox-exec the check fails with program-missing", async () => {
  vi.stubEnv("PATH", "/nowhere");
  await expect(seatbelt().check({ folders: [], readOnly: [], files: [], hidden: [] }, "/s")).rejects.toMatchObject({
    code: "program-missing",
    details: { program: "sandbox-exec" },
  });
});
