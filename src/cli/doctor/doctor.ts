import { exitStatus } from "#base/errors.ts";
import { defineVerb, jsonFlag } from "#cli/verb.ts";
import { alignColumns } from "#i18n/columns.ts";
import type { Check } from "./check.ts";
import { examine } from "./examine.ts";

export const doctor = defineVerb({
  flags: { ...jsonFlag },
  examples: ["ovld doctor", "ovld doctor --json"],
  async run(context, { flags }) {
    const { out, words } = context;
    const checks = await examine(context);
    const failed = checks.find((check) => check.state === "failed");
    if (flags.json) {
      out.json({ ready: !failed, checks });
    } else {
      const marks = { ok: out.paint("green", "✔"), warning: out.paint("yellow", "!"), failed: out.paint("red", "✘") };
      const rows = checks.map((check) => [
        marks[check.state],
        check.name,
        check.found,
        out.paint("dim", check.purpose),
      ]);
      for (const [index, line] of alignColumns(rows).entries()) {
        out.line(line);
        for (const fix of fixesOf(checks[index])) out.line(`   → ${fix}`);
      }
      out.line();
      out.line(failed ? words.doctor.notReady : words.doctor.ready);
    }
    if (failed) return exitStatus[failed.kind];
  },
});

function fixesOf(check: Check | undefined): readonly string[] {
  return check && check.state !== "ok" ? check.fixes : [];
}
