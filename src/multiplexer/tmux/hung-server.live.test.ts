import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openControl } from "./control-client.ts";
import { tmuxRunner } from "./run.ts";
import { tmux } from "./tmux.ts";

interface Fixture {
  army: TemporaryArmy;
  server: number;
}

const live = (name: string, work: (fixture: Fixture) => Promise<void>) =>
  test(name, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    const bare = tmuxRunner({ program: "tmux", env: army.env });
    await bare.run([["new-session", "-d", "-s", "ovld-a", "cat"]]);
    await work({ army, server: Number(await bare.run([["display-message", "-p", "#{pid}"]])) });
  });

/** A tmux with a server that is stopped as soon as a client in control mode connects. */
async function hangingTmux({ army, server }: Fixture) {
  const program = join(army.folder, "hanging-tmux");
  const stop = `for word; do [ "$word" = -C ] && kill -STOP ${server}; done`;
  await writeFile(program, `#!/bin/sh\n${stop}\nexec tmux "$@"\n`, { mode: 0o755 });
  return tmux({ program, env: army.env });
}

live("an abort ends the watch of a hung server", async (fixture) => {
  const ending = new AbortController();
  const views = (await hangingTmux(fixture)).watchScreen("ovld-a", "%0", ending.signal)[Symbol.asyncIterator]();
  const next = views.next();
  await vi.waitUntil(async () => / T /.test(await readFile(`/proc/${fixture.server}/stat`, "utf8")), {
    timeout: 20_000,
  });
  ending.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

live("watching a hung server fails with a timeout", async (fixture) => {
  const { signal } = new AbortController();
  const views = (await hangingTmux(fixture)).watchScreen("ovld-a", "%0", signal)[Symbol.asyncIterator]();
  await expect(views.next()).rejects.toMatchObject({ code: "program-timeout" });
});

live("a late answer is not taken for the next command's", async ({ army, server }) => {
  const runner = tmuxRunner({ program: "tmux", env: army.env });
  const client = openControl(runner, ["attach-session", "-t", "=ovld-a:"], { notify() {}, end() {} });
  const ask = (word: string) => client.ask(["display-message", "-p", word]);
  expect(await ask("first")).toBe("first");
  process.kill(server, "SIGSTOP");
  await expect(ask("late")).rejects.toMatchObject({ code: "program-timeout" });
  process.kill(server, "SIGCONT");
  expect(await ask("next")).toBe("next");
  client.close();
});
