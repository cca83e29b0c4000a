import type { Message } from "#mail/message.ts";
import { schema } from "#relay/schema.ts";
import { indented, oneLine } from "#relay/text.ts";
import { tool } from "#relay/tool.ts";

export const checkInbox = tool({
  name: "check_inbox",
  title: "Read your unread messages",
  description: `Read every unread message sent to you, oldest first, and remove it from your inbox. Use it when you see "[MESSAGE from …]", before you start a task, and when you have finished one.
Returns all unread messages in one call, or none. If they are too large together, the oldest come first and "left" says how many are still unread: call again. A message marked as redelivered may have been shown to you before: do not act on the same id twice.
Example: {}`,
  input: schema.input({}),
  output: schema.output({
    messages: schema.list(
      schema.output({
        id: schema.text(),
        from: schema.text(),
        subject: schema.text(),
        body: schema.text(),
        priority: schema.oneOf(["normal", "urgent"]),
        timestamp: schema.text(),
        thread: schema.text(),
        parent: schema.optional(schema.text()),
        redelivered: schema.boolean(),
      }),
    ),
    left: schema.integer({ minimum: 0, description: "How many messages are still unread." }),
  }),
  // One agent CLI shows its model only 2 KB of an answer above 50,000 characters, unless this field allows more.
  meta: { "anthropic/maxResultSizeChars": 500_000 },
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  async run(_input, { inbox }) {
    const { messages, left, acknowledge, release } = await inbox.read();
    return {
      text: [headline(messages.length, left), ...messages.map(render)].join("\n\n"),
      data: { messages: messages.map(toData), left },
      ...(messages.length > 0 && { after: { acknowledge, release } }),
    };
  },
});

function headline(count: number, left: number): string {
  if (count === 0) return "No unread messages.";
  const messages = count === 1 ? "1 message." : `${count} messages, oldest first.`;
  return left === 0 ? messages : `${messages} ${left} more unread: call check_inbox again.`;
}

function render(message: Message): string {
  return [
    `From ${message.from}: ${oneLine(message.subject)}`,
    `${message.priority}, ${message.timestamp}, id ${message.id}, thread ${message.thread}`,
    ...(message.redelivered ? ["REDELIVERED: you may have seen this message before; do not act on it twice."] : []),
    indented(message.body),
  ].join("\n");
}

function toData({ id, from, subject, body, priority, timestamp, thread, parent, redelivered = false }: Message) {
  return { id, from, subject, body, priority, timestamp, thread, ...(parent && { parent }), redelivered };
}
