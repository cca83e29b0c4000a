import type { ErrorKind } from "#errors/error-entry.ts";
import { type ErrorCode, errorTable } from "#errors/error-table.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { en } from "#i18n/en.ts";
import { ja } from "#i18n/ja.ts";
import { sampleDetails } from "#test/support/sample-details.ts";
import { causes } from "./causes.ts";

const HEAD = `# Troubleshooting

Search this page for the words of the error, in English or Japanese; \`<…>\` stands for what differs. \`--debug\` shows the code and where it came from.
\`ovld doctor\` looks at everything an army needs, \`ovld doctor --fix\` repairs what is safe, and \`ovld doctor --bundle\` writes one file to attach to a bug report.

This page is made from the table of errors: \`npx vitest run test/docs -u\` writes it anew.`;

/** The page with one entry for each error: its text, its cause, what to do; by exit status. */
export function troubleshootingPage(): string {
  const kinds = (Object.keys(exitStatus) as ErrorKind[]).sort((a, b) => exitStatus[a] - exitStatus[b]);
  const codes = Object.keys(errorTable) as ErrorCode[];
  const sections = kinds.map((kind) =>
    [
      `## Exit status ${exitStatus[kind]}: ${en.exitCodes[kind]}`,
      ...codes.filter((code) => errorTable[code].kind === kind).map(entryOf),
    ].join("\n\n"),
  );
  return `${[HEAD, ...sections].join("\n\n")}\n`;
}

function entryOf(code: ErrorCode): string {
  const [english, japanese] = [en.errors[code], ja.errors[code]].map(inWords);
  return [
    `### ${code}`,
    `\`\`\`text\novld: ${english?.message}\novld: ${japanese?.message}\n\`\`\``,
    `**Cause.** ${causes[code]}  \n**What to do.** ${english?.hint}  \n**対処** ${japanese?.hint}`,
  ].join("\n\n");
}

function inWords(wording: object): { message: string; hint: string } {
  const { message, hint } = wording as Record<"message" | "hint", (details: object) => string>;
  return { message: plain(message(sampleDetails)), hint: plain(hint(sampleDetails)) };
}

function plain(text: string): string {
  return text.replaceAll("«", "<").replaceAll("»", ">").replace("<v>, <w>", "<…>, <…>");
}
