import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RelayStore } from "#store/relay-store.ts";
import type { RegisteredArmy } from "#test/support/register-army.ts";

/** Writes the files of a working army: mail in each state, moods, marks and logs. */
export async function fillArmy({ store, roster, relay }: RegisteredArmy, folder: string): Promise<void> {
  for (const { id: role } of roster.roles) {
    const updated = new Date().toISOString();
    await store.status.set({ role, status: "working", task: `the task of ${role}`, updated });
    await sendMail(store, role);
    await mkdir(join(relay, "mcp"), { recursive: true });
    await writeFile(join(relay, "mcp", `${role}.json`), "{}");
    await writeFiles(join(folder, "bell", role), hookFiles(join(folder, "bell", role)));
    await writeFiles(join(folder, "logs"), { [`${role}.log`]: `{"level":"info","event":"start","role":"${role}"}\n` });
    await writeFiles(join(folder, "settings"), { [`${role}.json`]: "{}" });
  }
  await writeFiles(folder, {
    "losses.json": '{"version":2,"losses":{}}',
    "watch.log": "",
    "layout.kdl": "layout {}\n",
  });
}

/** Files that the hooks of a role's agent write. */
function hookFiles(folder: string): Record<string, string> {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const step = { type: "assistant", message: { id: "1", usage, content: [] } };
  return {
    mood: "ready 1\n",
    steps: "...",
    agent: "\n",
    conversation: "3f0b5f4e-6f3c-4c39-8a0e-0d9e7f1c1a11\n",
    transcripts: `${join(folder, "talk.jsonl")}\n`,
    "talk.jsonl": `${JSON.stringify(step)}\n`,
  };
}

/** Sends one message that is read, one that a reader holds, and one that is unread. */
async function sendMail(store: RelayStore, to: string): Promise<void> {
  const send = async (subject: string) => {
    const id = await store.mail.nextId();
    const base = { id, thread: id, from: "overlord", to, subject, body: `${subject} for ${to}` };
    const message = { ...base, state: "queued", priority: "normal", timestamp: new Date().toISOString() } as const;
    await store.mail.put(message);
    return message;
  };
  await send("read mail");
  await (await store.mail.take(to)).acknowledge();
  await send("held mail");
  await store.mail.take(to);
  const waiting = await send("unread mail");
  await store.pending.mark(to, waiting);
  await store.mail.note(to, waiting.id, { state: "queued", at: waiting.timestamp, why: "busy" });
}

async function writeFiles(folder: string, contents: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
}
