import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { bundleProgram } from "#test/support/bundle.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { notes } from "./ledger.ts";

const rounds = 3;

test("removing a store while processes write leaves nothing, and each writer fails with an error", async () => {
  await using folder = await temporaryFolder();
  const program = await bundleProgram("test/soak/store-worker.ts", folder.path);
  for (let round = 0; round < rounds; round++) {
    const relay = join(folder.path, "relay");
    const store = fileRelayStore(relay);
    const role = { id: "alpha", name: { en: "", ja: "" }, icon: "", rank: 1 };
    const settings = { lang: "en", knowledge: false, durability: "process" } as const;
    await store.initialise({ session: "soak", roles: [role], settings });
    const names = [0, 1, 2].map((n) => `writer-${round}-${n}`);
    const writers = names.map((name) => startWriter(program, name, relay, folder.path));
    const hasBegun = () => names.every((name) => notes(join(folder.path, `${name}.sent`)).length > 20);
    await expect.poll(hasBegun, { timeout: 20_000 }).toBe(true);
    await store.clean();
    for (const { status, stderr } of await Promise.all(writers)) {
      expect(stderr).toContain(`there is no relay store in ${relay}`);
      expect(status).not.toBe(0);
    }
    expect(existsSync(relay)).toBe(false);
  }
});

async function startWriter(program: string, name: string, relay: string, ledgers: string) {
  const args = [program, "writer", name, relay, ledgers, "1", "1000000"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, "close");
  return { status, stderr };
}
