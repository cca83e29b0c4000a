import { SYSTEM, USER } from "#mail/message.ts";
import { derivedId } from "#mail/message-id.ts";
import type { SceneActions } from "./scene.ts";

/** Uses of the mail store, a few steps each; the test cuts the power after every step. */
export const scenes = {
  async "a new army"({ openProcess }: SceneActions) {
    await (await openProcess()).send();
  },
  async "mail to a role and to the user"({ openProcess }: SceneActions) {
    const sender = await openProcess();
    await sender.send();
    await Promise.all([sender.send(), sender.send()]);
    await sender.send({ to: USER });
  },
  async "mail that is read and acknowledged"({ openProcess }: SceneActions) {
    const [sender, reader] = [await openProcess(), await openProcess()];
    for (let n = 0; n < 2; n++) {
      await sender.send();
      await sender.send();
      await reader.take();
      await reader.acknowledge();
    }
  },
  async "mail that the user reads"({ openProcess }: SceneActions) {
    const [sender, reader] = [await openProcess(), await openProcess()];
    await sender.send({ to: USER });
    await reader.take(USER);
    await reader.acknowledge();
  },
  async "mail that is released"({ openProcess }: SceneActions) {
    const [sender, reader, other] = [await openProcess(), await openProcess(), await openProcess()];
    await sender.send();
    await sender.send();
    await reader.take();
    await reader.release();
    await other.take();
    await sender.send();
    await other.acknowledge();
  },
  async "mail of a reader that died"({ openProcess }: SceneActions) {
    const [sender, reader, successor] = [await openProcess(), await openProcess(), await openProcess()];
    await sender.send();
    await reader.take();
    await reader.die();
    await sender.send();
    await successor.take();
    await successor.acknowledge();
  },
  async "a bounce that two processes send"({ openProcess }: SceneActions) {
    const [one, other] = [await openProcess(), await openProcess()];
    const bounce = { from: SYSTEM, id: derivedId(Date.now(), "late"), subject: "0" };
    await one.send(bounce);
    await other.send(bounce);
    await one.take();
    await one.acknowledge();
  },
  async "a status"({ openProcess }: SceneActions) {
    const agent = await openProcess();
    for (const task of ["one", "another"]) await agent.tell("inferno", task);
  },
  async "a clock that was set back"({ openProcess, moveClock }: SceneActions) {
    const sender = await openProcess();
    moveClock(7_200_000);
    await sender.send();
    moveClock(-7_200_000);
    await sender.send();
    await (await openProcess()).send();
  },
} satisfies Record<string, (actions: SceneActions) => Promise<void>>;
