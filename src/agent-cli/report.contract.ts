import { expect, test, vi } from "vitest";
import type { AgentSenses } from "./agent-cli.ts";
import type { AgentPaths } from "./agent-paths.ts";
import type { MoodName } from "./observer.ts";

/** What happens to an agent, in the words of the contract; an adapter's fixture plays the program's own events. */
export type AgentEvent =
  | "start"
  | "turn"
  | "tool-batch"
  | "question"
  | "limit"
  | "turn-end"
  /** The conversation is cleared: the process continues with another one. */
  | "clear"
  | "end";

export interface ReportFixture extends AsyncDisposable {
  senses: AgentSenses;
  paths: AgentPaths;
  /** Pid of the agent. */
  process: number;
  /** Id of its conversation, and the one after `clear`. */
  conversations: readonly [string, string];
  play(event: AgentEvent): Promise<void>;
  /** Waits for a wake-up as an idle agent does. Resolves when it waits; `woken` with the text for the model. */
  wait(): Promise<{ woken: Promise<string> }>;
  /** Stores a message for the agent and marks it. */
  mail(): Promise<void>;
}

/** Contract of each adapter: what an agent reports, and how it is woken. */
export function reportContract(open: () => Promise<ReportFixture>) {
  const moodIn = async ({ senses, paths }: ReportFixture): Promise<MoodName> =>
    (await senses.observer.mood(paths)).mood;

  test("a new agent is starting, and its moods follow its events", async () => {
    await using fixture = await open();
    const seen: MoodName[] = [await moodIn(fixture)];
    for (const event of ["start", "turn", "tool-batch", "turn-end", "turn", "question", "end"] as const) {
      await fixture.play(event);
      seen.push(await moodIn(fixture));
    }
    expect(seen).toEqual(["starting", "ready", "busy", "busy", "ready", "busy", "asking", "gone"]);
  });

  test("a question and a limit have their details", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    await fixture.play("start");
    await fixture.play("question");
    expect(await senses.observer.mood(paths)).toMatchObject({ mood: "asking", detail: expect.stringMatching(/./) });
    await fixture.play("limit");
    const limited = await senses.observer.mood(paths);
    expect(limited).toMatchObject({ mood: "limited", detail: expect.stringMatching(/./) });
    expect(Date.parse(limited.until ?? "")).toBeGreaterThan(Date.now());
  });

  test("process, conversation and progress are reported", async () => {
    await using fixture = await open();
    const { senses, paths, process, conversations } = fixture;
    const { observer } = senses;
    expect(await observer.progress(paths, process)).toBe("silent");
    await fixture.play("start");
    await fixture.play("turn");
    const before = await observer.progress(paths, process);
    if (before === undefined || before === "silent") throw new Error("no progress");
    expect(before.conversation).toBe(conversations[0]);
    expect((await observer.process(paths))?.pid).toBe(process);
    await fixture.play("tool-batch");
    expect(await observer.progress(paths, process)).toMatchObject({ steps: before.steps + 1 });
    await fixture.play("turn-end");
    expect(await observer.progress(paths, process)).toMatchObject({ steps: before.steps + 3 });
    expect(await observer.progress(paths, 1)).toBeUndefined();
    await fixture.play("clear");
    expect(await senses.conversations({}).current(paths)).toBe(conversations[1]);
  });

  test("without a wait hook nothing is woken; with one the agent gets the line about its mail", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    expect(await senses.waker.wake(paths)).toBe("no-wait-hook");
    await fixture.play("start");
    const release = await senses.waker.hold(paths);
    const { woken } = await fixture.wait();
    await fixture.mail();
    expect(await senses.waker.wake(paths)).toBe("woken");
    expect(await woken).toContain("[MESSAGE from");
    release();
  });

  test("a parked agent says why until it may continue", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    await fixture.play("start");
    await senses.waker.park(paths, 'limit of "tokens"');
    expect(await senses.observer.mood(paths)).toMatchObject({
      mood: "parked",
      detail: expect.stringContaining("limit"),
    });
    await senses.waker.park(paths, undefined);
    expect(await moodIn(fixture)).toBe("ready");
  });

  test("after `clear` nothing of the agent before is left", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    await fixture.play("start");
    await senses.waker.clear(paths);
    expect(await senses.observer.process(paths)).toBeUndefined();
    expect(await senses.conversations({}).current(paths)).toBeUndefined();
  });

  test("whoever listens is told of a new mood", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    const enough = new AbortController();
    const tell = vi.fn();
    senses.observer.onMood(paths, tell, enough.signal);
    await fixture.play("start");
    await fixture.play("turn");
    await vi.waitFor(() => expect(tell).toHaveBeenCalled(), { timeout: 10_000 });
    enough.abort();
    expect((await senses.observer.whenReady(paths, { limit: 10_000 })).mood).toBe("busy");
  });

  test("without records there are no tokens, no call and no conversation", async () => {
    await using fixture = await open();
    const { senses, paths } = fixture;
    expect(await senses.meter(paths)()).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
    expect(await senses.transcript(paths).look("call_1")).toBeUndefined();
    expect(await senses.conversations({}).isBegun(fixture.conversations[0], paths)).toBe(false);
  });
}
