import { stat, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { openPresence, type Presence } from "./presence.ts";

const WAIT = { timeout: 10_000, interval: 5 };

interface Scene {
  path: string;
  presence: Presence;
  left: string[];
  /** A connection that has sent this text. */
  say(text: string): Promise<Socket>;
}

/** Relays of `storm` and `shadow` may connect. */
async function listening(work: (scene: Scene) => Promise<void>, lost: readonly string[] = []): Promise<void> {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "watch.sock");
  await writeFile(path, "left by a watcher that was killed");
  const left: string[] = [];
  const onLeave = (role: string) => void left.push(role);
  await using presence = await openPresence(path, { roles: ["storm", "shadow"], lost, onLeave });
  const say = (text: string): Promise<Socket> =>
    new Promise((done, fail) => {
      const line = connect(path, () => line.write(text, () => done(line)));
      line.on("error", fail);
      line.resume();
    });
  await work({ path, presence, left, say });
}

const closed = (line: Socket) => new Promise((done) => line.once("close", done));

test("a role is lost when the last connection of its relay closes, and back when another one opens", async () => {
  await listening(async ({ presence, left, say }) => {
    expect(presence.hasLost("storm")).toBe(false);
    const [first, second] = [await say("storm\n"), await say("storm\n")];
    const other = await say("shadow\n");
    first.destroy();
    second.destroy();
    await expect.poll(() => presence.hasLost("storm"), WAIT).toBe(true);
    expect([left, presence.hasLost("shadow")]).toEqual([["storm"], false]);
    await say("storm\n");
    await expect.poll(() => presence.hasLost("storm"), WAIT).toBe(false);
    other.destroy();
    await expect.poll(() => left, WAIT).toEqual(["storm", "shadow"]);
  });
});

test("a relay that an earlier watcher recorded as ended is lost until it connects", async () => {
  await listening(
    async ({ presence, say }) => {
      expect([presence.hasLost("storm"), presence.hasLost("shadow")]).toEqual([true, false]);
      await say("storm\n");
      await expect.poll(() => presence.hasLost("storm"), WAIT).toBe(false);
    },
    ["storm"],
  );
});

test("a name may arrive in parts", async () => {
  await listening(async ({ presence, left, say }) => {
    const line = await say("sto");
    await new Promise<void>((done) => line.write("rm\n", () => done()));
    line.end();
    await expect.poll(() => left, WAIT).toEqual(["storm"]);
    expect(presence.hasLost("storm")).toBe(true);
  });
});

test.each([
  ["is no role", "dragon\n"],
  ["is too long for one", "s".repeat(101)],
])("a connection with a name that %s is closed, and no role is lost", async (_, text) => {
  await listening(async ({ presence, left, say }) => {
    await closed(await say(text));
    expect([left, presence.hasLost("storm")]).toEqual([[], false]);
  });
});

test("no other user of the machine can connect, and the socket is gone afterwards", async () => {
  let socket = "";
  await listening(async ({ path }) => {
    socket = path;
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
  await expect(stat(socket)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a socket that cannot be created is an error with its path", async () => {
  await using temporary = await temporaryFolder();
  const file = join(temporary.path, "gone", "watch.sock");
  const opening = openPresence(file, { roles: [], onLeave() {} });
  await expect(opening).rejects.toMatchObject({ code: "file-failed", details: { file } });
});
