import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { newMessage } from "#store/store-fixture.contract.ts";
import { fileFixture } from "./file-fixture.contract.ts";

/** 20 MB of text. */
const MESSAGES = 80;
const MEGABYTE = 1024 * 1024;

test("the beginnings of many long texts take no more memory than their characters", async () => {
  await using fixture = await fileFixture();
  for (let n = 0; n < MESSAGES; n++) {
    const message = await newMessage(fixture.store, { body: "x".repeat(256 * 1024) });
    writeFileSync(join(fixture.folder, "inbox", "inferno", `${message.id}.json`), JSON.stringify(message));
  }
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const messages = await fixture.store.mail.unread("inferno", { maxText: 100 });
  const grown = used() - before;
  expect(messages.map(({ body }) => body.length)).toEqual(Array(MESSAGES).fill(100));
  expect(grown / MEGABYTE).toBeLessThan(5);
});
