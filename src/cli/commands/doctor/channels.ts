import type { AgentKind } from "#agent-cli/kinds.ts";
import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { type Check, failure } from "./check.ts";

/** How agents of each installed agent CLI are notified of mail. */
export async function checkChannels(
  context: Context,
  { programs }: Config,
  installed: readonly { kind: AgentKind; version: string }[],
): Promise<Check> {
  const { words, wire, env } = context;
  const check = { name: "channels", purpose: words.doctor.purposes.channels, fixes: [], kind: "config" } as const;
  const channelsOf = async ({ kind, version }: { kind: AgentKind; version: string }): Promise<string> => {
    const agent = await wire.openAgentCli(kind, programs[kind]);
    const { channels, reason } = await agent.notifyChannels({ version, env });
    const names = channels.map((channel) => words.doctor.channels[channel]).join(", ");
    return `${kind}: ${names}${reason === undefined ? "" : ` (${reason})`}`;
  };
  try {
    return { ...check, state: "ok", found: (await Promise.all(installed.map(channelsOf))).join(words.doctor.and) };
  } catch (error) {
    return { ...check, ...failure(error, words) };
  }
}
