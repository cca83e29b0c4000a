import { SYSTEM, USER } from "#mail/message.ts";
import { derivedId } from "#mail/message-id.ts";
import type { Crew } from "./crew.ts";

/** What an army does to its mail, each a few steps: every one of them is followed by a power cut. */
export const scenes = {
  async "a new army"({ hire }: Crew) {
    await (await hire()).send();
  },
  async "mail to a role and to the human"({ hire }: Crew) {
    const sender = await hire();
    await sender.send();
    await Promise.all([sender.send(), sender.send()]);
    await sender.send({ to: USER });
  },
  async "mail that is read and acknowledged"({ hire }: Crew) {
    const [sender, reader] = [await hire(), await hire()];
    for (let n = 0; n < 2; n++) {
      await sender.send();
      await sender.send();
      await reader.take();
      await reader.acknowledge();
    }
  },
  async "mail that the human reads"({ hire }: Crew) {
    const [sender, reader] = [await hire(), await hire()];
    await sender.send({ to: USER });
    await reader.take(USER);
    await reader.acknowledge();
  },
  async "mail that is given back"({ hire }: Crew) {
    const [sender, reader, other] = [await hire(), await hire(), await hire()];
    await sender.send();
    await sender.send();
    await reader.take();
    await reader.release();
    await other.take();
    await sender.send();
    await other.acknowledge();
  },
  async "mail of a reader that died"({ hire }: Crew) {
    const [sender, reader, heir] = [await hire(), await hire(), await hire()];
    await sender.send();
    await reader.take();
    await reader.die();
    await sender.send();
    await heir.take();
    await heir.acknowledge();
  },
  async "a bounce that is told by two"({ hire }: Crew) {
    const [one, other] = [await hire(), await hire()];
    const bounce = { from: SYSTEM, id: derivedId(Date.now(), "late"), subject: "0" };
    await one.send(bounce);
    await other.send(bounce);
    await one.take();
    await one.acknowledge();
  },
  async "a status"({ hire }: Crew) {
    const agent = await hire();
    for (const task of ["one", "another"]) await agent.tell("inferno", task);
  },
  async "a clock that was set back"({ hire, moveClock }: Crew) {
    const sender = await hire();
    moveClock(7_200_000);
    await sender.send();
    moveClock(-7_200_000);
    await sender.send();
    await (await hire()).send();
  },
} satisfies Record<string, (crew: Crew) => Promise<void>>;
