import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { type Armies, headsOf, nextFrames, positionsIn } from "./catch-up.ts";
import { encodeCursor, type Position } from "./cursor.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";

interface OpenArmies extends AsyncDisposable {
  armies: Map<string, { stream: EventStream }>;
  publish(session: string, role: string): void;
}

async function openArmies(...sessions: string[]): Promise<OpenArmies> {
  const folder = await temporaryFolder();
  const open = (session: string) => ({ stream: openEventStream(join(folder.path, session)) });
  const armies = new Map(sessions.map((session) => [session, open(session)]));
  return {
    armies,
    publish: (session, role) => armies.get(session)?.stream.publish([{ type: "mood", data: { role, mood: "busy" } }]),
    async [Symbol.asyncDispose]() {
      for (const { stream } of armies.values()) stream.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Every event until the client has all of them: id, type, army and role. */
function caughtUp(armies: Armies, positions: Map<string, Position>) {
  const events: { id: string; what: string }[] = [];
  for (let frames = nextFrames(armies, positions); frames !== undefined; frames = nextFrames(armies, positions))
    for (const [, id = "", type, data = ""] of frames.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)\n$/gm)) {
      const { session, role } = JSON.parse(data) as { session: string; role?: string };
      events.push({ id, what: [type, session, role].filter(Boolean).join(" ") });
    }
  return events;
}

const ALL = { isPart: false };

test("a client gets the events after any id, in each army, and a removed army once", async () => {
  await using open = await openArmies("a", "b");
  const { armies, publish } = open;
  const start = encodeCursor(headsOf(armies));
  for (const [session, role] of ["a1", "a2", "b1", "b2"].map((text) => [...text] as [string, string]))
    publish(session, role);
  const resume = (id: string) => caughtUp(armies, positionsIn(armies, id, ALL) ?? expect.unreachable());
  const all = ["mood a 1", "mood a 2", "mood b 1", "mood b 2"];
  const events = resume(start);
  expect(events.map(({ what }) => what)).toEqual(all);
  for (const [index, { id }] of events.entries())
    expect(resume(id).map(({ what }) => what)).toEqual(all.slice(index + 1));

  const positions = headsOf(armies);
  armies.get("a")?.stream.close();
  armies.delete("a");
  expect(caughtUp(armies, positions).map(({ what }) => what)).toEqual(["session-removed a"]);
});

test("an id of a removed army is unknown, unless the client asks for another army of that id", async () => {
  await using one = await openArmies("a", "b");
  const id = encodeCursor(headsOf(one.armies));
  const part = new Map([...one.armies].filter(([session]) => session === "b"));
  expect(positionsIn(part, id, ALL)).toBeUndefined();
  expect(positionsIn(part, id, { isPart: true })).toEqual(headsOf(part));
  expect(positionsIn(new Map(), id, { isPart: true })).toBeUndefined();
});

test("an id names some of many armies: the others get a reset, all of them again after an interruption", async () => {
  await using open = await openArmies("a", "b", "c");
  const { armies, publish } = open;
  const id = encodeCursor(new Map([...headsOf(armies)].reverse()), { most: 1 });
  publish("c", "1");
  const positions = positionsIn(armies, id, ALL) ?? expect.unreachable();
  const events = caughtUp(armies, positions);
  expect(events.map(({ what }) => what)).toEqual(["reset a", "reset b", "mood c 1"]);
  expect(events.map(({ id }) => positionsIn(armies, id, ALL)?.size)).toEqual([undefined, 3, 3]);
  expect(positionsIn(armies, events.at(-1)?.id ?? "", ALL)).toEqual(headsOf(armies));
});
