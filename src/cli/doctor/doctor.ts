import { exitStatus, OvldError } from "#base/errors.ts";
import { visiblePath } from "#base/visible-text.ts";
import type { Context } from "#cli/context.ts";
import { defineVerb, jsonFlag } from "#cli/verb.ts";
import { alignColumns } from "#i18n/columns.ts";
import { writeBundle } from "./bundle.ts";
import type { Check } from "./check.ts";
import { examine } from "./examine.ts";
import { checkConfig } from "./places.ts";
import { type Repair, repair } from "./repair.ts";

export const doctor = defineVerb({
  flags: { fix: { type: "boolean" }, bundle: { type: "boolean" }, ...jsonFlag },
  arguments: [{ name: "file", optional: true }],
  examples: ["ovld doctor", "ovld doctor --json", "ovld doctor --fix", "ovld doctor --bundle report.json"],
  async run(context, { flags, arguments: { file } }) {
    if (file !== undefined && !flags.bundle) throw new OvldError("extra-argument", { verb: "doctor", argument: file });
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
  const rows = checks.map((check) => [
    marks[check.state],
    check.name,
    visiblePath(check.found),
    out.paint("dim", check.purpose),
  ]);
  for (const [index, line] of alignColumns(rows).entries()) {
    out.line(line);
    for (const fix of fixesOf(checks[index])) out.line(`   → ${visiblePath(fix)}`);
  }
  out.line();
  out.line(checks.some(({ state }) => state === "failed") ? text.notReady : text.ready);
  if (!repairs && checks.some(isRepairable)) out.line(text.fixHint);
  if (bundle) out.line(text.bundled(visiblePath(bundle)));
}

function fixesOf(check: Check | undefined): readonly string[] {
  return check && check.state !== "ok" ? check.fixes : [];
}

function isRepairable({ name, state }: Check): boolean {
  return state === "warning" && ["modes", "sessions", "sockets", "locks"].includes(name);
}
