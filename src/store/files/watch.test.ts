import { expect, test } from "vitest";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { fileFixture } from "./file-fixture.contract.ts";

const handles = () =>
  process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap" || name === "Timeout").length;

test("leaves no handle after an abort or an early return", async () => {
  await using fixture = await fileFixture();
  const before = handles();
  const end = new AbortController();
  for await (const _ of fixture.store.mail.watch({ signal: end.signal })) {
    expect(handles()).toBeGreaterThan(before);
    setImmediate(() => end.abort());
  }
  for await (const _ of fixture.store.mail.watch({ signal: new AbortController().signal })) break;
  for await (const _ of fixture.store.mail.watch({ signal: AbortSignal.abort() })) expect.unreachable();
  await expect.poll(handles).toBe(before);
});

test("yields once for one message, not for every step of its write", async () => {
  await using fixture = await fileFixture();
  const end = new AbortController();
  let times = 0;
  let read = 0;
  for await (const _ of fixture.store.mail.watch({ role: "inferno", signal: end.signal })) {
    times++;
    read += (await fixture.store.mail.unread("inferno")).length;
    if (times === 1) await send(fixture.store, { to: "storm" });
    if (times === 1) await send(fixture.store);
    if (read > 0) end.abort();
  }
  expect(times).toBe(2);
  expect(await readIds(fixture.store)).toHaveLength(1);
});

test("yields the ids that came or went, or undefined if they are not known", async () => {
  await using fixture = await fileFixture();
  const { mail } = fixture.store;
  const end = new AbortController();
  const named: (readonly string[] | undefined)[] = [];
  const sent: string[] = [];
  for await (const ids of mail.watch({ role: "inferno", signal: end.signal })) {
    named.push(ids);
    if (named.length === 1) for (let n = 0; n < 3; n++) sent.push((await send(fixture.store)).id);
    const isAllNamed = () => sent.every((id) => named.flat().includes(id));
    if (named.length > 1 && isAllNamed()) break;
  }
  expect(named[0]).toBeUndefined();
  const [first, second, third] = sent as [string, string, string];
  const among = async (...ids: string[]) =>
    (await mail.unread("inferno", { known: new Set([second]), among: ids })).map(({ id }) => id);
  expect(await among(third, second, first)).toEqual([first, third]);
  await (await mail.take("inferno", { maxBytes: 1 })).acknowledge();
  expect(await among(first, third)).toEqual([third]);
  await expect(among("../../roster")).rejects.toMatchObject({ code: "bug" });
});
