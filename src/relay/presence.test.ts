import { chmod } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { showPresence } from "./presence.ts";

test("the role is not sent to a socket in a folder that other users can write to", async () => {
  await using folder = await temporaryFolder();
  const socket = join(folder.path, "watch.sock");
  const heard: string[] = [];
  const server = createServer((line) => line.on("error", () => {}).on("data", (text) => heard.push(String(text))));
  await new Promise<void>((done) => server.listen(socket, done));
  const ending = new AbortController();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await chmod(folder.path, 0o777);
    showPresence(socket, "storm", ending.signal);
    connect(socket).end("first\n");
    await vi.waitFor(() => expect(heard).toContain("first\n"), { timeout: 20_000 });
    expect(heard).toEqual(["first\n"]);
    await chmod(folder.path, 0o700);
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(2000);
        expect(heard).toEqual(["first\n", "storm\n"]);
      },
      { timeout: 20_000 },
    );
  } finally {
    vi.useRealTimers();
    ending.abort();
    server.close();
  }
});
