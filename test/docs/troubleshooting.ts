import type { ErrorKind } from "#errors/error-entry.ts";
import { type ErrorCode, errorTable } from "#errors/error-table.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { en } from "#i18n/en.ts";
import { ja } from "#i18n/ja.ts";
import { sampleDetails } from "#test/support/sample-details.ts";
import { causes } from "./causes.ts";

const HEAD = `# Troubleshooting

This page lists every error with its cause and the next step. Search it for the words of the error, in English or
Japanese; \`<…>\` stands for a value. \`--debug\` prints the code of an error and its stack trace.

\`ovld doctor\` checks everything that an army needs. \`ovld doctor --fix\` repairs what is safe. \`ovld doctor --bundle\`
writes one file for a bug report.

This page is generated from the table of errors by \`npx vitest run test/docs -u\`.`;

/** The page with text, cause and next step of each error, by exit status. */
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
