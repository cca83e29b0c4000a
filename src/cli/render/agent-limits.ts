import { agentKinds } from "#agent-cli/kinds.ts";
import type { Context } from "#cli/frame/context.ts";

/** A line for each of these agent CLIs that cannot do something. */
export async function agentLimits(names: Iterable<string>, { wire, words }: Context): Promise<string[]> {
  const used = new Set(names);
  const lines: string[] = [];
  for (const kind of agentKinds.filter((one) => used.has(one))) {
    const { cannot } = await wire.openAgentCli(kind, kind);
    if (cannot.length > 0)
      lines.push(
        words.doctor.cannot(
          kind,
          cannot.map((what) => words.doctor.inabilities[what]),
        ),
      );
  }
  return lines;
}
