import { visibleLine, visibleText } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import { jsonText } from "#cli/frame/output.ts";
import { reportWords } from "#i18n/report-words.ts";
import type { Message } from "#mail/message.ts";
import { localTime } from "./message-text.ts";

export type ExportFormat = "md" | "json";

/** Prints messages one by one, as parts of one document. */
export interface Exporter {
  begin(army: string): void;
  message(message: Message): void;
  end(): void;
}

export function exporter(format: ExportFormat, context: Context): Exporter {
  return format === "md" ? markdown(context) : list(context);
}

function markdown({ out, words, lang }: Context): Exporter {
  return {
    begin: (army) => out.line(`# ${reportWords(lang).export.title(army)}\n`),
    message({ timestamp, from, to, subject, body, priority, state, id }) {
      const fence = fenceFor(body);
      const marks = [words.mail.states[state], priority === "urgent" ? words.mail.urgent : ""].filter(Boolean);
      out.line(`## ${localTime(timestamp)} ${visibleLine(from)} → ${visibleLine(to)}: ${plain(subject)}\n`);
      out.line(`${marks.join(", ")}, \`${id}\`\n`);
      out.line(`${fence}text\n${visibleText(body).trimEnd()}\n${fence}\n`);
    },
    end: () => {},
  };
}

function list({ out }: Context): Exporter {
  let isFirst = true;
  return {
    begin: () => {},
    message(message) {
      out.line(`${isFirst ? "[" : ","}${jsonText(message)}`);
      isFirst = false;
    },
    end: () => out.line(isFirst ? "[]" : "]"),
  };
}

/** A fence longer than any in the body, so that the body cannot close it. */
function fenceFor(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(longest + 1);
}

/** Escapes Markdown. */
export function plain(text: string): string {
  return visibleLine(text).replaceAll(/[\\`*_[\]<>#|]/g, (character) => `\\${character}`);
}
