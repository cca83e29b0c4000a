import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { sizeOf } from "#agent-cli/exchange/small-file.ts";
import { readIds } from "#store/store-fixture.contract.ts";
import { processesWith } from "#test/claude/agent-processes.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { type HookFixture, hookFixture } from "./hook-fixture.contract.ts";
import { claudeSenses } from "./senses.ts";

const shells = { dash: ["dash"], bash: ["bash", "--posix"], busybox: ["busybox", "sh"] };
const LINE = "[MESSAGE from overlord] You have mail: call check_inbox.";
const port = { ...claudeSenses().waker, ...claudeSenses().observer };

const moodIn = ({ hooks }: HookFixture) => readFileSync(hooks.mood, "utf8").split("\n")[0];
const stepsOf = ({ hooks }: HookFixture) => sizeOf(hooks.steps);
const ready = `ready ${process.pid}`;
const busy = `busy ${process.pid}`;

describe.for(Object.entries(shells))("the hooks on %s", ([name, shell]) => {
  const skip = name === "busybox" && without("busybox");
  const it = (what: string, work: () => Promise<void>) =>
    test(what, async (context) => {
      skipFor(context, skip);
      await work();
    });
  const fixture = () => hookFixture({ shell });

  it("a wait hook wakes its agent with the message of the mark", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    const { ended } = await here.waitHook();
    await here.mail();
    expect(await port.wake(here.paths)).toBe("woken");
    expect(await ended).toEqual({ status: 2, stdout: "", stderr: `${LINE}\n` });
    expect(moodIn(here)).toBe(busy);
    expect(await port.wake(here.paths)).toBe("no-wait-hook");
    release();
  });

  it("files of hooks are private under any umask of the agent", async () => {
    await using here = await fixture();
    const { mark, hooksFolder: folder } = here.hooks;
    const given = readdirSync(folder).filter((name) => name !== "mood");
    const mask = process.umask(0o022);
    try {
      const event = { session_id: "1", transcript_path: "/t" };
      await here.hook("start.sh", [], event);
      await here.hook("step.sh", []);
      await here.mail({ priority: "urgent" });
      await here.hook("after-tool.sh", [mark, "PostToolUse"]);
      await here.hook("stop.sh", [mark]);
      await here.hook("wait.sh", [mark]);
      for (const args of [["busy"], ["asking", "why"]]) {
        rmSync(here.hooks.mood);
        await here.hook("mood.sh", args);
      }
    } finally {
      process.umask(mask);
    }
    const written = readdirSync(folder).filter((name) => !given.includes(name));
    expect(written).toEqual(
      expect.arrayContaining(["agent", "conversation", "mood", "steps", "transcripts", "waiter"]),
    );
    const isOpen = (name: string) => (statSync(join(folder, name)).mode & 0o077) !== 0;
    expect(written.filter(isOpen)).toEqual([]);
  });

  it("mail from before the wait hook's start wakes the agent at once, and only once", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    await here.mail();
    expect(await here.hook("wait.sh", [here.hooks.mark])).toMatchObject({ status: 2, stderr: `${LINE}\n` });
    const { ended } = await here.waitHook();
    release();
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
  });

  it("a wake-up for mail that was read meanwhile has no effect; the next one has", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    const { ended } = await here.waitHook();
    await port.wake(here.paths);
    await here.mail({ from: "storm", priority: "urgent" });
    await port.wake(here.paths);
    expect((await ended).stderr).toBe("[MESSAGE from storm] You have urgent mail: call check_inbox now.\n");
    release();
  });

  it("a wait hook exits when the relay closes the FIFO, at bye, and without a FIFO", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    const first = await here.waitHook();
    await port.dismiss(here.paths);
    expect(await first.ended).toMatchObject({ status: 0, stderr: "" });
    const second = await here.waitHook();
    release();
    expect(await second.ended).toMatchObject({ status: 0, stderr: "" });
    expect(await here.hook("wait.sh", [here.hooks.mark])).toMatchObject({ status: 0, stderr: "" });
  });

  it("a wait hook that cannot open its FIFO does not look like a wake-up", async () => {
    await using here = await fixture();
    writeFileSync(here.hooks.fifo, "no fifo");
    expect((await here.hook("wait.sh", [here.hooks.mark, "patiently"])).status).toBe(0);
  });

  it("a patient wait hook waits for a starting relay, and then checks for mail", async () => {
    await using here = await fixture();
    const ended = here.hook("wait.sh", [here.hooks.mark, "patiently"]);
    const isThere = () => existsSync(here.hooks.fifo) && processesWith("argv", here.hooks.hooksFolder).length === 1;
    await vi.waitUntil(isThere, { timeout: 10_000 });
    await here.mail();
    const release = await port.hold(here.paths);
    expect(await ended).toMatchObject({ status: 2, stderr: `${LINE}\n` });
    release();
  });

  it("a patient wait hook without a relay exits at bye", async () => {
    await using here = await fixture();
    const ended = here.hook("wait.sh", [here.hooks.mark, "patiently"]);
    await vi.waitUntil(async () => (await port.wake(here.paths)) === "woken", { timeout: 10_000 });
    await port.dismiss(here.paths);
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
  });

  it("the newest wait hook ends the older one", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    const older = await here.waitHook();
    const newer = await here.waitHook();
    expect((await older.ended).status).not.toBe(2);
    expect(older.child.pid).not.toBe(newer.child.pid);
    await here.mail();
    await port.wake(here.paths);
    expect(await newer.ended).toMatchObject({ status: 2 });
    release();
  });

  it("another process with the pid of an older wait hook is left alone", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    writeFileSync(join(here.hooks.hooksFolder, "waiter"), `${process.pid} 1\n`);
    await here.waitHook();
    release();
  });

  it("the end of a turn announces each mail once, at most three times in a row", async () => {
    await using here = await fixture();
    const stop = (active: boolean) =>
      here.hook("stop.sh", [here.hooks.mark], { hook_event_name: "Stop", stop_hook_active: active });
    expect(await stop(false)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(moodIn(here)).toBe(ready);
    await here.mail();
    await here.mail({ from: "storm" });
    const { stdout } = await stop(false);
    expect(JSON.parse(stdout)).toEqual({
      decision: "block",
      reason: "[MESSAGE from overlord, storm] You have mail: call check_inbox.",
    });
    expect(moodIn(here)).toBe(busy);
    expect((await stop(true)).stdout).toBe("");
    expect(moodIn(here)).toBe(ready);
    for (const expected of [true, true, true, false, true]) {
      await here.mail();
      expect((await stop(true)).stdout !== "").toBe(expected);
    }
  });

  it("a turn that no hook caused resets the count", async () => {
    await using here = await fixture();
    writeFileSync(join(here.hooks.hooksFolder, "blocks"), "3\n");
    await here.mail();
    expect((await here.hook("stop.sh", [here.hooks.mark], { stop_hook_active: false })).stdout).toContain("block");
  });

  it("urgent mail is announced after a tool, once and never to a subagent; normal mail waits", async () => {
    await using here = await fixture();
    const afterTool = (event: object, input: object = {}) =>
      here.hook("after-tool.sh", [here.hooks.mark, "PostToolUse"], {
        ...{ session_id: "s", cwd: "/", ...event, hook_event_name: "PostToolUse", tool_input: input },
      });
    await here.mail();
    expect((await afterTool({})).stdout).toBe("");
    await here.mail({ priority: "urgent", from: "storm" });
    expect((await afterTool({ agent_id: "a1" })).stdout).toBe("");
    const { stdout } = await afterTool({}, { agent_id: "its own word" });
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext: "[MESSAGE from storm] You have urgent mail: call check_inbox now.",
      },
    });
    expect((await afterTool({})).stdout).toBe("");
    await readIds(here.store);
    await here.mail({ priority: "urgent" });
    expect((await afterTool({})).stdout).toContain("[MESSAGE from overlord]");
  });

  it("a tool batch counts as one step, the end of a turn as two, and a subagent's as none", async () => {
    await using here = await fixture();
    const step = (event: object, calls: object[] = []) =>
      here.hook("step.sh", [], {
        ...{ session_id: "s", ...event, hook_event_name: "PostToolBatch", tool_calls: calls },
      });
    expect(await stepsOf(here)).toBe(0);
    expect(await step({})).toMatchObject({ status: 0, stdout: "", stderr: "" });
    await step({ agent_id: "a1" });
    expect(await stepsOf(here)).toBe(1);
    await step({}, [{ agent_id: "its own word", tool_response: "x".repeat(100_000) }]);
    expect(await stepsOf(here)).toBe(2);
    expect(await here.hook("stop.sh", [here.hooks.mark])).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(await stepsOf(here)).toBe(4);
    await port.clear(here.paths);
    expect(await stepsOf(here)).toBe(4);
  });

  it("a subagent is denied its agent's mail, with the reason", async () => {
    await using here = await fixture();
    const ask = (event: object) =>
      here.hook("own-mail.sh", ["It is not yours. 通知"], {
        ...{ session_id: "s", ...event, hook_event_name: "PreToolUse", tool_input: { agent_id: "its own word" } },
      });
    expect(await ask({})).toEqual({ status: 0, stdout: "", stderr: "" });
    const refused = await ask({ agent_id: "a1" });
    expect(refused).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(refused.stdout).hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "It is not yours. 通知",
    });
  });

  it("a mood that cannot be written keeps the previous one", async () => {
    await using here = await hookFixture({ shell: ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", ...shell] });
    writeFileSync(here.hooks.mood, `${busy}\n`);
    await here.hook("mood.sh", ["asking", "why"], { hook_event_name: "PermissionRequest", tool_name: "Bash" });
    expect(moodIn(here)).toBe(busy);
  });

  it("ritual and unread mail are repeated as one JSON text", async () => {
    await using here = await fixture();
    const remind = async () => JSON.parse((await here.hook("remind.sh", [here.hooks.mark, here.hooks.ritual])).stdout);
    expect((await remind()).hookSpecificOutput.additionalContext).toContain('# "Inferno"\n\\炎');
    await here.mail();
    const { hookEventName, additionalContext } = (await remind()).hookSpecificOutput;
    expect(hookEventName).toBe("SessionStart");
    expect(additionalContext.endsWith(`炎\n\n${LINE}`)).toBe(true);
  });

  it("files of old announcements are removed", async () => {
    await using here = await fixture();
    const told = () => readdirSync(here.hooks.hooksFolder).filter((file) => file.startsWith("told-"));
    const stop = async () => (await here.hook("stop.sh", [here.hooks.mark], { stop_hook_active: false })).stdout;
    for (let count = 0; count < 101; count++) writeFileSync(join(here.hooks.hooksFolder, `told-${count}`), "");
    expect(await stop()).toBe("");
    expect(told()).toHaveLength(101);
    await here.mail();
    expect(await stop()).toContain("block");
    expect(told()).toHaveLength(1);
    expect(await stop()).toBe("");
  });

  it("a parked agent is stopped at its next tool call, with the reason, and gets no mail until it may continue", async () => {
    await using here = await fixture();
    const release = await port.hold(here.paths);
    await port.park(here.paths, 'its "tokens" \\ are\nused 炎');
    const stopped = { continue: false, stopReason: "its  tokens    are used 炎" };
    for (const [script, ...args] of [
      ["mood.sh", "busy"],
      ["after-tool.sh", here.hooks.mark, "PostToolUse"],
    ] as const) {
      const { status, stdout } = await here.hook(script, args);
      expect([status, JSON.parse(stdout)]).toEqual([0, stopped]);
      expect(moodIn(here)).toBe(ready);
    }
    expect(await port.mood(here.paths)).toMatchObject({ mood: "parked", detail: stopped.stopReason });
    await here.mail({ priority: "urgent" });
    expect((await here.hook("stop.sh", [here.hooks.mark])).stdout).toBe("");
    expect((await here.hook("mood.sh", ["asking", "why"])).stdout).toBe("");
    const { ended } = await here.waitHook();
    await port.wake(here.paths);
    await port.dismiss(here.paths);
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
    await port.park(here.paths, undefined);
    await port.park(here.paths, undefined);
    expect(await here.hook("wait.sh", [here.hooks.mark])).toMatchObject({ status: 2 });
    release();
  });

  it("transcript paths are recorded in order", async () => {
    await using here = await fixture();
    for (const name of ["/a b/会話.jsonl", '/c"d\\.jsonl'])
      await here.hook("start.sh", [], { session_id: "s", transcript_path: name, cwd: "/" });
    await here.hook("start.sh", [], { session_id: "s" });
    expect(readFileSync(here.hooks.transcripts, "utf8").split("\n")).toEqual(["/a b/会話.jsonl", "/c\\", ""]);
  });

  it("a new conversation is recorded, and an ended agent does not report for its successor", async () => {
    await using here = await fixture();
    const { conversation, mood, agent } = here.hooks;
    const event = { session_id: "00000000-0000-4000-8000-000000000001", source: "resume" };
    expect(await here.hook("start.sh", [], event)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(conversation, "utf8")).toBe(`${event.session_id}\n`);
    writeFileSync(join(here.hooks.hooksFolder, "told-7"), "");
    await port.clear(here.paths);
    for (const file of [agent, conversation, join(here.hooks.hooksFolder, "told-7")])
      expect(existsSync(file)).toBe(false);
    writeFileSync(mood, "starting\n");
    await here.hook("mood.sh", ["gone"]);
    expect(moodIn(here)).toBe("starting");
    writeFileSync(mood, `ready ${process.ppid}\n`);
    await here.hook("mood.sh", ["gone"]);
    expect(moodIn(here)).toBe(`ready ${process.ppid}`);
    writeFileSync(mood, `${ready}\n`);
    await here.hook("mood.sh", ["gone"]);
    expect(moodIn(here)).toBe(`gone ${process.pid}`);
  });

  it("idle means ready as a guess, but not at a limit, and a new conversation ends no limit", async () => {
    await using here = await fixture();
    const event = { hook_event_name: "StopFailure", last_assistant_message: "Too much" };
    await here.hook("start.sh", []);
    for (let turn = 0; turn < 2; turn++) {
      await here.hook("mood.sh", ["busy"]);
      await here.hook("mood.sh", ["idle"]);
      expect(await port.mood(here.paths)).toMatchObject({ mood: "ready", isGuess: true });
    }
    await here.hook("mood.sh", ["limited", "why"], event);
    const limited = await port.mood(here.paths);
    expect(limited).toMatchObject({ mood: "limited", detail: "Too much" });
    await here.hook("mood.sh", ["idle"]);
    expect(await port.mood(here.paths)).toEqual(limited);
    await here.hook("start.sh", [], { source: "clear" });
    expect(await port.mood(here.paths)).toEqual(limited);
    await here.hook("stop.sh", [here.hooks.mark]);
    const rests = await port.mood(here.paths);
    await here.hook("mood.sh", ["idle"]);
    expect(await port.mood(here.paths)).toEqual(rests);
    expect(rests.isGuess).toBeUndefined();
  });

  it("hooks exit with 0 when the session's folder is gone", async () => {
    const here = await fixture();
    await here[Symbol.asyncDispose]();
    for (const [script, ...args] of [
      ["mood.sh", "busy"],
      ["mood.sh", "idle"],
      ["mood.sh", "asking", "why"],
      ["start.sh"],
      ["step.sh"],
      ["own-mail.sh", "not yours"],
      ["stop.sh", here.hooks.mark],
      ["after-tool.sh", here.hooks.mark, "PostToolUse"],
      ["remind.sh", here.hooks.mark, here.hooks.ritual],
      ["wait.sh", here.hooks.mark],
      ["wait.sh", here.hooks.mark, "patiently"],
    ] as const)
      expect({ script, ...(await here.hook(script, args)) }).toMatchObject({ script, status: 0, stdout: "" });
  });
});
