import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reader } from "#test/claude/agent.ts";
import { installClaude } from "#test/claude/claude-code.ts";
import { type ModelRequest, type Script, scriptedModel, use } from "#test/claude/scripted-model.ts";
import { roles } from "#test/support/army-roles.ts";
import { pick } from "#test/support/random.ts";
import type { OpenAgents } from "./chaos-agents.ts";
import { DRAFT, type LedgerEntry } from "./ledger.ts";
import { nextLetter, readLetter, writeLetter } from "./letter.ts";

/** The fields of relay tool results that the script reads. */
interface ToolAnswer {
  messages?: { id: string; from: string; body: string; redelivered: boolean }[];
  id?: string;
  to?: string;
}

/** Each agent is a real Claude Code. Its scripted model knows only the conversation that the CLI sends. */
export const realAgents: OpenAgents = async (army) => {
  const entries: Record<string, LedgerEntry[]> = Object.fromEntries(roles.map((role) => [role, []]));
  const model = await scriptedModel(chatter(entries));
  try {
    Object.assign(army.env, await installClaude(army, { model: model.url }), { OVLD_AUTONOMY: "full" });
  } catch (error) {
    await model[Symbol.asyncDispose]();
    throw error;
  }
  return {
    entriesOf: (role) => entries[role] ?? [],
    remembered: () => messagesIn(join(army.home, ".claude", "projects")),
    requestLog: () => model.requests.map((request) => JSON.stringify(request)).join("\n"),
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  };
};

function chatter(entries: Record<string, LedgerEntry[]>): Script {
  const told = new Set<string>();
  const note = (role: string, said: string, answers: readonly ToolAnswer[]) => {
    if (said.includes(DRAFT)) entries[role]?.push({ submitted: said });
    for (const { messages = [], id, to } of answers) {
      if (id !== undefined && to !== undefined) entries[role]?.push({ sent: id, to });
      for (const { id, from, body } of messages)
        if (told.size < told.add(id).size) entries[role]?.push({ acted: id, from, after: readLetter(body)?.after });
    }
  };
  return (request) => {
    const { role, tools, earlier, said } = request;
    const answers = answersIn(request);
    if (role !== undefined) note(role, said, answers);
    const send = tools.find((name) => name.endsWith("__send_message"));
    const mail = answers.flatMap(({ messages = [] }) => messages);
    // `check_inbox` tells agents not to act on a redelivered message again.
    const fresh = mail.filter(({ id, redelivered }) => !(redelivered && earlier.includes(id)));
    // Every request repeats its whole conversation, which would fill the memory within an hour.
    Object.assign(request, { earlier: "", system: "" });
    const letters = fresh.flatMap((message) => nextLetter(message) ?? []);
    if (letters.length === 0 || role === undefined || send === undefined) return readMail(request);
    const others = roles.filter((other) => other !== role);
    return letters.flatMap((letter) =>
      use(send, { to: pick(others, Math.random), subject: "on", body: writeLetter(letter) }),
    );
  };
}

/** Half the time, calls another tool together with `check_inbox`. That call does not prove that mail was read. */
const readMail: Script = async (request) => {
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

/** Failed tools answer with plain text, which is skipped. */
function answersOf(contents: readonly ToolContent[]): ToolAnswer[] {
  return contents.flatMap((content) => {
    const texts = typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
    return texts.flatMap((text) => (text.startsWith("{") ? [JSON.parse(text) as ToolAnswer] : []));
  });
}

/** Ids of all messages in the tool results of transcripts. */
function messagesIn(projects: string): ReadonlySet<string> {
  const files = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const answers = files.flatMap((name) =>
    readFileSync(join(projects, name), "utf8")
      .split("\n")
      .flatMap((line) => answersOf(toolResultsIn(line))),
  );
  return new Set(answers.flatMap(({ messages = [] }) => messages.map(({ id }) => id)));
}

interface TranscriptEntry {
  type?: string;
  message?: { content?: string | { content?: ToolContent }[] };
}

/** Other lines of a transcript record requests, not the conversation. */
function toolResultsIn(line: string): ToolContent[] {
  const { type, message } = line.includes('"tool_result"') ? parseEntry(line) : {};
  if (type !== "user" || typeof message?.content !== "object") return [];
  return message.content.map(({ content = "" }) => content);
}

/** Empty for a line that a killed agent left incomplete. */
function parseEntry(line: string): TranscriptEntry {
  try {
    return JSON.parse(line) as TranscriptEntry;
  } catch {
    return {};
  }
}
