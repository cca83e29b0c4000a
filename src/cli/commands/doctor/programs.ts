import type { AgentKind } from "#agent-cli/kinds.ts";
import { findProgram } from "#base/find-program.ts";
import { run } from "#base/run.ts";
import { isAtLeast, versionIn } from "#base/version.ts";
import type { Context } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import { installHint, NODE_NEEDED, type Program, programs } from "#config/programs.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Check } from "./check.ts";

const TIME_LIMIT = 10_000;

export function checkProgram(
  context: Context,
  name: Exclude<keyof typeof programs, AgentKind>,
  command: string = programs[name].command,
): Promise<Check> {
  return check(context, { name, purpose: context.words.doctor.purposes[name], command });
}

export function checkAgent(context: Context, name: AgentKind, command: string): Promise<Check> {
  return check(context, { name, purpose: context.words.doctor.purposes.agent, command });
}

async function check(
  { env, words, signal }: Context,
  { name, purpose, command }: { name: keyof typeof programs; purpose: string; command: string },
): Promise<Check> {
  const program: Program = programs[name];
  const fixes = [installHint(program, env.PATH)];
  const check = { name, purpose, fixes, kind: "missing-program" } as const;
  const file = findProgram(command, env.PATH);
  if (!file) return { ...check, state: "failed", found: words.doctor.notFound };
  try {
    const { stdout, stderr } = await run(file, [program.versionFlag], { env, timeLimit: TIME_LIMIT, signal });
    const version = versionIn(stdout || stderr);
    if (version && program.needed && !isAtLeast(version, program.needed))
      return { ...check, state: "failed", found: words.doctor.tooOld(version, program.needed) };
    return { ...check, state: "ok", found: version ?? file, fixes: [] };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) throw error;
    return { ...check, state: "failed", found: errorText(error, words).message };
  }
}

export function checkNode({ words }: Context): Check {
  const found = process.versions.node;
  const isGood = isAtLeast(found, NODE_NEEDED);
  return {
    name: "node",
    state: isGood ? "ok" : "failed",
    found,
    purpose: words.doctor.purposes.node(NODE_NEEDED),
    fixes: isGood ? [] : [words.doctor.upgradeNode],
    kind: "missing-program",
  };
}
