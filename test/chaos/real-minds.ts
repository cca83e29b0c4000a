import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reader } from "#test/claude/agent.ts";
import { installClaude } from "#test/claude/claude-code.ts";
import { type ModelRequest, type Script, scriptedModel, use } from "#test/claude/scripted-model.ts";
import { roles } from "#test/support/army-roles.ts";
import { pick } from "#test/support/random.ts";
import { type Deed, DRAFT } from "./ledger.ts";
import { nextLetter, readLetter, writeLetter } from "./letter.ts";
import type { OpenMinds } from "./minds.ts";

/** What the relay's tools answer, as far as this mind looks at it. */
interface ToolAnswer {
  messages?: { id: string; from: string; body: string; redelivered: boolean }[];
  id?: string;
  to?: string;
}

/** Each agent is a real Claude Code. Its mind remembers no more than the conversation that the CLI sends along. */
export const realMinds: OpenMinds = async (army) => {
  const deeds: Record<string, Deed[]> = Object.fromEntries(roles.map((role) => [role, []]));
  const model = await scriptedModel(chatter(deeds));
  try {
    Object.assign(army.env, await installClaude(army, { model: model.url }), { OVLD_AUTONOMY: "full" });
  } catch (error) {
    await model[Symbol.asyncDispose]();
    throw error;
  }
  return {
    deedsOf: (role) => deeds[role] ?? [],
    remembered: () => messagesIn(join(army.home, ".claude", "projects")),
    heard: () => model.requests.map((request) => JSON.stringify(request)).join("\n"),
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  };
};

function chatter(deeds: Record<string, Deed[]>): Script {
  const told = new Set<string>();
  const note = (role: string, said: string, answers: readonly ToolAnswer[]) => {
    if (said.includes(DRAFT)) deeds[role]?.push({ submitted: said });
    for (const { messages = [], id, to } of answers) {
      if (id !== undefined && to !== undefined) deeds[role]?.push({ sent: id, to });
      for (const { id, from, body } of messages)
        if (told.size < told.add(id).size) deeds[role]?.push({ acted: id, from, after: readLetter(body)?.after });
    }
  };
  return (request) => {
    const { role, tools, earlier, said } = request;
    const answers = answersIn(request);
    if (role !== undefined) note(role, said, answers);
    const send = tools.find((name) => name.endsWith("__send_message"));
    const mail = answers.flatMap(({ messages = [] }) => messages);
    // As `check_inbox` asks of whoever reads: what comes again is not done again.
    const fresh = mail.filter(({ id, redelivered }) => !(redelivered && earlier.includes(id)));
    // Every request repeats its whole conversation: an hour of them is more than a machine holds.
    Object.assign(request, { earlier: "", system: "" });
    const letters = fresh.flatMap((message) => nextLetter(message) ?? []);
    if (letters.length === 0 || role === undefined || send === undefined) return inOneBreath(request);
    const others = roles.filter((other) => other !== role);
    return letters.flatMap((letter) =>
      use(send, { to: pick(others, Math.random), subject: "on", body: writeLetter(letter) }),
    );
  };
}

/** As often as not it asks for something else together with its mail: that proves nothing of the mail. */
const inOneBreath: Script = async (request) => {
  const answer = await reader(request);
  const status = request.tools.find((name) => name.endsWith("__get_status"));
  if (!Array.isArray(answer) || answer[0]?.type !== "tool_use" || status === undefined || Math.random() < 0.5)
    return answer;
  return [...answer, ...use(status, { role: "all" })];
};

type ToolContent = string | { text?: string }[];

function answersIn({ results }: ModelRequest): ToolAnswer[] {
  return answersOf(results.map((result) => JSON.parse(result) as ToolContent));
}

/** A tool that failed answers with a sentence, and other tools with something else. */
function answersOf(contents: readonly ToolContent[]): ToolAnswer[] {
  return contents.flatMap((content) => {
    const texts = typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
    return texts.flatMap((text) => (text.startsWith("{") ? [JSON.parse(text) as ToolAnswer] : []));
  });
}

/** Every message that stands in a transcript as what a tool brought. */
function messagesIn(projects: string): ReadonlySet<string> {
  const files = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const answers = files.flatMap((name) =>
    readFileSync(join(projects, name), "utf8")
      .split("\n")
      .flatMap((line) => answersOf(broughtIn(line))),
  );
  return new Set(answers.flatMap(({ messages = [] }) => messages.map(({ id }) => id)));
}

interface Entry {
  type?: string;
  message?: { content?: string | { content?: ToolContent }[] };
}

/** What is written down of requests is no conversation. */
function broughtIn(line: string): ToolContent[] {
  const { type, message } = line.includes('"tool_result"') ? entryIn(line) : {};
  if (type !== "user" || typeof message?.content !== "object") return [];
  return message.content.map(({ content = "" }) => content);
}

/** A killed agent may leave half a line. */
function entryIn(line: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return {};
  }
}
