import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { type Check, failure } from "./check.ts";

/** How agents of the installed version are notified of mail. */
export async function checkChannels(context: Context, { programs }: Config, version: string): Promise<Check> {
  const { words, wire, env } = context;
  const check = { name: "channels", purpose: words.doctor.purposes.channels, fixes: [], kind: "config" } as const;
  try {
    const agent = await wire.openAgentCli(programs.claude);
    const { channels, reason } = await agent.notifyChannels({ version, env });
    const found = channels.map((channel) => words.doctor.channels[channel]).join(", ");
    return { ...check, state: "ok", found: reason === undefined ? found : `${found} (${reason})` };
  } catch (error) {
    return { ...check, ...failure(error, words) };
  }
}
