import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import type { MultiplexerOptions, MultiplexerProbe } from "./multiplexer.ts";

export interface MultiplexerCase {
  open(options: MultiplexerOptions): MultiplexerProbe;
  /** Command lines that start a session in the background and end one. */
  start(name: string): string[];
  end(name: string): string[];
  socketIn(army: TemporaryArmy, name: string): Promise<string>;
}

const execute = promisify(execFile);

/** Contract of every multiplexer, tested on the real program in its own fixture. */
export function multiplexerContract(program: string, { open, start, end, socketIn }: MultiplexerCase): void {
  const live = (name: string, work: (army: TemporaryArmy, multiplexer: MultiplexerProbe) => Promise<void>) =>
    test(`${program}: ${name}`, async (context) => {
      skipWithout(context, program);
      await using army = await temporaryArmy();
      await work(army, open({ program, env: army.env }));
    });
  const call = (army: TemporaryArmy, args: string[]) => execute(program, args, { env: army.env, cwd: army.project });

  live("lists no sessions as an empty list", async (_, multiplexer) => {
    expect(await multiplexer.sessions()).toEqual([]);
  });

  live("lists every session by its exact name, also those of other programs", async (army, multiplexer) => {
    for (const name of ["ovld-a", "ovld-a-2", "mine"]) {
      await call(army, start(name));
      await vi.waitFor(
        async () => expect((await multiplexer.sessions()).map((session) => session.name)).toContain(name),
        { timeout: 20_000, interval: 200 },
      );
    }
    const sessions = await multiplexer.sessions();
    expect(sessions.map(({ name }) => name).sort()).toEqual(["mine", "ovld-a", "ovld-a-2"]);
    expect(sessions.every(({ state }) => state === "running")).toBe(true);
    await call(army, end("ovld-a"));
    await vi.waitFor(
      async () =>
        expect(
          (await multiplexer.sessions())
            .filter(({ state }) => state === "running")
            .map(({ name }) => name)
            .sort(),
        ).toEqual(["mine", "ovld-a-2"]),
      { timeout: 20_000, interval: 200 },
    );
  });

  live("reports only ovld's own sockets without a server as stale", async (army, multiplexer) => {
    await call(army, start("ovld-live"));
    await vi.waitFor(async () => expect(await multiplexer.sessions()).toHaveLength(1), {
      timeout: 20_000,
      interval: 200,
    });
    const stale = [await socketIn(army, "ovld-dead"), await socketIn(army, "theirs")];
    for (const path of stale) await leaveSocket(path);
    expect(await multiplexer.staleSockets()).toEqual([stale[0]]);
  });

  live("a failing program throws instead of an empty list", async (army) => {
    await expect(open({ program: "false", env: army.env }).sessions()).rejects.toMatchObject({
      code: "program-failed",
    });
    await expect(open({ program: "ovld-none", env: army.env }).sessions()).rejects.toMatchObject({
      code: "program-missing",
    });
  });
}

/** Leaves a socket like a crashed server: the listening process is killed. */
async function leaveSocket(path: string): Promise<void> {
  const listen = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  await execute(process.execPath, ["-e", listen, path]).catch(() => {});
}
