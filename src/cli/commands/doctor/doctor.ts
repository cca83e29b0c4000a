import { textWidth } from "#base/text-width.ts";
import { visiblePath } from "#base/visible-text.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { alignColumns } from "#i18n/columns.ts";
import { writeBundle } from "./bundle.ts";
import type { Check } from "./check.ts";
import { examine } from "./examine.ts";
import { checkConfig } from "./places.ts";
import { type Repair, repair } from "./repair.ts";

/** With findings up to this width, every row fits in 80 columns. */
const WIDEST_FINDING = 26;

export const doctor = defineCommand({
  flags: { fix: { type: "boolean" }, bundle: { type: "boolean" }, ...jsonFlag },
  arguments: [{ name: "file", optional: true }],
  examples: ["ovld doctor", "ovld doctor --json", "ovld doctor --fix", "ovld doctor --bundle report.json"],
  async run(context, { flags, arguments: { file } }) {
    if (file !== undefined && !flags.bundle)
      throw new OvldError("extra-argument", { command: "doctor", argument: file });
    const read = checkConfig(context);
    const repairs = flags.fix ? await repair(context, read.config) : undefined;
    const checks = await examine(context, read);
    const bundle = flags.bundle ? await writeBundle(file, checks, read.config, context) : undefined;
    const failed = checks.find((check) => check.state === "failed");
    if (flags.json) context.out.json({ ready: !failed, checks, repairs, bundle });
    else show(checks, repairs, bundle, context);
    if (failed) return exitStatus[failed.kind];
  },
});

function show(
  checks: readonly Check[],
  repairs: readonly Repair[] | undefined,
  bundle: string | undefined,
  { out, words }: Context,
): void {
  const { doctor: text } = words;
  const marks = { ok: out.paint("green", "✔"), warning: out.paint("yellow", "!"), failed: out.paint("red", "✘") };
  if (repairs) {
    for (const { done, text: line } of repairs) out.line(`${done ? marks.ok : marks.warning}  ${visiblePath(line)}`);
    out.line(repairs.length === 0 ? text.repairs.nothing : "");
  }
  for (const line of table(checks, marks, out)) out.line(line);
  out.line();
  out.line(checks.some(({ state }) => state === "failed") ? text.notReady : text.ready);
  if (!repairs && checks.some(isRepairable)) out.line(text.fixHint);
  if (bundle) out.line(text.bundled(visiblePath(bundle)));
}

/** A long finding is printed below its row: it would widen the column of every row. */
function table(checks: readonly Check[], marks: Record<Check["state"], string>, out: Context["out"]): string[] {
  const rows = checks.map((check) => {
    const found = visiblePath(check.found);
    const isLong = textWidth(found) > WIDEST_FINDING;
    const fixes = check.fixes.map((fix) => `   → ${visiblePath(fix)}`);
    return {
      cells: [marks[check.state], check.name, isLong ? "" : found, out.paint("dim", check.purpose)],
      below: [...(isLong ? [`   ${found}`] : []), ...fixes],
    };
  });
  const lines = alignColumns(rows.map(({ cells }) => cells));
  return rows.flatMap(({ below }, index) => [lines[index] ?? "", ...below]);
}

function isRepairable({ name, state }: Check): boolean {
  return state === "warning" && ["modes", "sessions", "sockets", "locks", "mail"].includes(name);
}
