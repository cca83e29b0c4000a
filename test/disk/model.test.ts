import fc from "fast-check";
import { expect, test } from "vitest";
import { fileFixture } from "#store/files/file-fixture.contract.ts";
import { amount } from "#test/support/amount.ts";
import { mailCommands } from "./mail-commands.ts";
import { MailModel } from "./mail-model.ts";
import { sceneRoster } from "./scene.ts";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`SEED=${seed}`);

test("after any sequence of mail commands, the store equals its model", {
  timeout: 120_000,
}, async () => {
  const histories = fc.commands(mailCommands, { maxCommands: 30, size: "max" });
  const property = fc.asyncProperty(histories, async (commands) => {
    await using fixture = await fileFixture(sceneRoster("process"));
    const [one, other] = [await fixture.open(), await fixture.open()];
    const readers = [one, other].map((process) => ({ process, held: [] }));
    const model = new MailModel();
    await fc.asyncModelRun(() => ({ model, real: { fixture, readers } }), commands);

    const states = (await fixture.store.mail.all()).map(({ id, state }) => [id, state]);
    const held = new Set(model.held.flat());
    const stateOf = (id: string) => (model.unread.includes(id) ? "queued" : held.has(id) ? "read" : "acked");
    expect(states).toEqual([...model.known].sort().map((id) => [id, stateOf(id)]));
  });
  await fc.assert(property, { seed, numRuns: amount(30) });
});
