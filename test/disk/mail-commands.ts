import fc from "fast-check";
import { expect } from "vitest";
import { SYSTEM } from "#mail/message.ts";
import { derivedId } from "#mail/message-id.ts";
import type { FileFixture } from "#store/files/file-fixture.contract.ts";
import type { Taken } from "#store/mail-store.ts";
import { newMessage, type StoreFixture } from "#store/store-fixture.contract.ts";
import type { MailModel } from "./mail-model.ts";

type Process = Awaited<ReturnType<StoreFixture["open"]>>;

/** The store, and two readers with the mail that each holds. */
export interface Real {
  fixture: FileFixture;
  readers: { process: Process; held: Taken[] }[];
}

type Command = fc.AsyncCommand<MailModel, Real>;
type Run = (model: MailModel, real: Real) => Promise<void>;

const ROLE = "inferno";
const ONE = 1;
const reader = fc.nat({ max: 1 });

/** All commands on mail; after each, the store must equal the model. */
export const mailCommands: fc.Arbitrary<Command>[] = [
  fc.constantFrom("overlord", "storm").map((from) =>
    command(`put(${from})`, async (model, { fixture }) => {
      const message = await newMessage(fixture.store, { from });
      await fixture.store.mail.put(message);
      model.put(message.id);
    }),
  ),
  fc.nat({ max: 3 }).map((reason) =>
    command(`bounce(${reason})`, async (model, { fixture }) => {
      const id = derivedId(reason, "late");
      await fixture.store.mail.put(await newMessage(fixture.store, { id, from: SYSTEM }));
      model.put(id);
    }),
  ),
  fc.tuple(reader, fc.constantFrom(ONE, Number.POSITIVE_INFINITY)).map(([n, most]) =>
    command(`take(${n}, ${most})`, async (model, { readers }) => {
      const { process, held } = at(readers, n);
      const taken = await process.store.mail.take(ROLE, { maxBytes: most });
      held.push(taken);
      const given = taken.messages.map(({ id, redelivered = false }) => ({ id, redelivered }));
      expect(given).toEqual(model.take(n, most));
    }),
  ),
  reader.map((n) =>
    command(`acknowledge(${n})`, async (model, { readers }) => {
      for (const { acknowledge } of at(readers, n).held.splice(0)) await acknowledge();
      model.acknowledge(n);
    }),
  ),
  reader.map((n) =>
    command(`release(${n})`, async (model, { readers }) => {
      const { process, held } = at(readers, n);
      const ids = held.splice(0).flatMap(({ messages }) => messages.map(({ id }) => id));
      await process.store.mail.release(ROLE, ids);
      model.release(n);
    }),
  ),
  reader.map((n) =>
    command(`crash(${n})`, async (model, { fixture, readers }) => {
      await at(readers, n).process.die();
      readers[n] = { process: await fixture.open(), held: [] };
      model.release(n);
    }),
  ),
];

function command(name: string, run: Run): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      expect(await real.fixture.store.mail.unreadIds(ROLE)).toEqual(model.unread);
      const unread = await real.fixture.store.mail.unread(ROLE);
      expect(unread.map(({ id, redelivered = false }) => [id, redelivered])).toEqual(
        model.unread.map((id) => [id, model.seen.has(id)]),
      );
    },
    toString: () => name,
  };
}

function at<T>(list: readonly T[], n: number): T {
  return list[n] as T;
}
