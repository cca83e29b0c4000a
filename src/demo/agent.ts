import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AgentActions, AgentScript, Mail } from "./agent-script.ts";
import { type Hooks, hookRunner } from "./hooks.ts";
import { readOrder } from "./order.ts";
import { type RelayClient, startRelay } from "./relay-client.ts";
import { openScreen } from "./screen.ts";

interface Given {
  argv: readonly string[];
  scriptOf(role: string): AgentScript;
  /** Answer to a line that is no notification. */
  greeting: string;
  /** Milliseconds before a file is written. */
  pace: number;
}

/** One event: a notification, or a line that a person typed. */
type Prompt = { kind: "notification"; line: string } | { kind: "typed"; text: string };

/**
 * An agent CLI without a model. It draws a composer, runs its hooks, starts a real relay, is notified and reads its
 * mail. Only its reactions are scripted. Resolves when the person or the relay ends it.
 */
export async function runAgent({ argv, scriptOf, greeting, pace }: Given): Promise<void> {
  const order = readOrder(argv);
  const prompts: Prompt[] = [];
  let attend = () => {};
  let isOver = false;
  const push = (prompt: Prompt) => {
    prompts.push(prompt);
    attend();
  };
  const leave = () => {
    isOver = true;
    attend();
  };
  const screen = openScreen(
    { input: process.stdin, output: process.stdout },
    { submit: (text) => push({ kind: "typed", text }), leave },
  );
  const hooks = hookRunner(order, (line) => push({ kind: "notification", line }));
  await hooks.fire("SessionStart", { source: "startup" });
  const relay = inSteps(await startRelay(order, leave), hooks);
  const actions = actionsOf(order.role, relay, { say: screen.line, pace });
  const script = scriptOf(order.role);
  // A model reads the error of a refused tool call and continues.
  const attendTo = (messages: readonly Mail[]) =>
    script(messages, actions).catch((error: Error) => screen.line(error.message));
  screen.line(greeting);

  while (!isOver) {
    const prompt = prompts.shift();
    if (!prompt) {
      await new Promise<void>((done) => {
        attend = done;
      });
      continue;
    }
    await hooks.fire("UserPromptSubmit");
    if (prompt.kind === "typed") await attendTo([typedMail(prompt.text)]);
    else screen.line(prompt.line);
    for (let more: string | undefined = "first"; more !== undefined && !isOver; more = await hooks.fire("Stop"))
      await attendTo((await relay.call<{ messages: Mail[] }>("check_inbox", {})).messages);
  }
  await hooks.fire("SessionEnd", { source: "exit" });
  screen.close();
}

function typedMail(text: string): Mail {
  return { id: "", from: "user", subject: text, body: text };
}

/** Each call is a tool batch of its own. */
function inSteps(relay: RelayClient, hooks: Hooks): RelayClient {
  return {
    async call(tool, input) {
      try {
        return await relay.call(tool, input);
      } finally {
        await hooks.fire("PostToolBatch");
      }
    },
  };
}

function actionsOf(
  role: string,
  relay: RelayClient,
  { say, pace }: { say(line: string): void; pace: number },
): AgentActions {
  return {
    role,
    say,
    status: async (status, task) => {
      await relay.call("update_status", { status, task });
    },
    send: async ({ to, subject, body }) => {
      const sent = relay.call<{ id: string }>("send_message", { to, subject, body });
      const id = await sent.then((message) => message.id, storedAs);
      say(`→ ${to}: ${subject}`);
      return id;
    },
    make: async (file, content) => {
      await wait(pace);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      say(`+ ${file}`);
    },
  };
}

/** The error for an unreachable recipient names the stored message, which must not be sent again. */
function storedAs(error: Error): string {
  const [, id] = /^Stored as (\w+);/.exec(error.message) ?? [];
  if (id === undefined) throw error;
  return id;
}
