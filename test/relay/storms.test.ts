import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultConfig } from "#config/settings.ts";
import { type RelayClient, type Session, temporarySession } from "./built.ts";

const { storms } = defaultConfig();
const limits = { pairPerMinute: storms.pair_per_minute, chainHops: storms.chain_hops };
const PATIENCE = { timeout: 60_000, interval: 20 };

/** An agent that forwards all its mail until a message is refused. */
async function passOn(relay: RelayClient, to: string): Promise<string> {
  for (;;) {
    let messages: unknown[] = [];
    await expect
      .poll(async () => {
        const { structuredContent } = await relay.call("check_inbox");
        messages = (structuredContent as { messages: unknown[] }).messages;
        return messages.length;
      }, PATIENCE)
      .toBeGreaterThan(0);
    const answer = await relay.call("send_message", { to, subject: "handle this", body: "please look into it" });
    if (answer.isError) return answer.content[0]?.text ?? "";
  }
}

async function logOf({ folder }: Session, role: string) {
  const text = await readFile(join(folder, "sessions", "ovld-test", "logs", `relay-${role}.log`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string });
}

test.each([
  ["two agents", ["inferno", "storm"]],
  ["three agents", ["inferno", "storm", "glacier"]],
])(
  "%s that forward mail in a circle are stopped before 20 messages, with an error and one line in the log",
  async (_, circle) => {
    await using session = await temporarySession({ storms: limits });
    const relays = await Promise.all(
      circle.map(async (role) => {
        const relay = session.start(role);
        await relay.initialize();
        return relay;
      }),
    );
    const next = (index: number) => circle[(index + 1) % circle.length] as string;
    const began = Date.now();
    const cut = Promise.race(
      relays.map(async (relay, index) => ({ text: await passOn(relay, next(index)), role: circle[index] as string })),
    );
    const opener = session.start("overlord");
    await opener.initialize();
    await opener.call("send_message", { to: circle[0], subject: "order", body: "look into it" });
    const { text, role } = await cut;
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(text).toMatch(
      /^the loop guard stopped this exchange after 12 quick answers.*\nNothing was sent\. Do not answer this mail/,
    );
    const sent = await session.store.mail.all();
    expect(sent.length).toBeLessThan(20);
    expect(sent.map(({ hops }) => hops)).toEqual(sent.map((_message, index) => index + 1));
    expect((await logOf(session, role)).filter(({ event }) => event === "storm-cut")).toMatchObject([
      { level: "warn", code: "storm-chain", from: role, hops: 13 },
    ]);
    const counts = async () => [await session.store.counts.all("starts"), await session.store.counts.all("cuts")];
    const started = Object.fromEntries([...circle, "overlord"].map((one) => [one, 1]));
    await expect.poll(counts).toMatchObject([started, { [role]: 1 }]);
  },
);
