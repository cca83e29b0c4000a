import type { AgentKind } from "#agent-cli/kinds.ts";
import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { type Check, failure } from "./check.ts";

/** Startup questions of the agents. Until a user has answered them once, no agent can take its ritual. */
export async function checkQuestions(
  context: Context,
  kinds: readonly AgentKind[],
  { programs, autonomy }: Config,
): Promise<Check> {
  const { words, wire, directory, env } = context;
  const check = { name: "questions", purpose: words.doctor.purposes.questions, kind: "config" } as const;
  try {
    const asked = await Promise.all(
      kinds.map(async (kind) => {
        const agent = await wire.openAgentCli(kind, programs[kind]);
        const questions = await agent.unanswered({ directory, env, autonomy });
        return questions.map(({ dialog, flags }) => ({ dialog, command: [programs[kind], ...flags].join(" ") }));
      }),
    ).then((all) => all.flat());
    return {
      ...check,
      state: asked.length > 0 ? "warning" : "ok",
      found:
        asked.map(({ dialog }) => words.status.blockers[dialog]).join(words.doctor.and) || words.doctor.noQuestions,
      fixes: asked.map(({ dialog, command }) => words.doctor.answers[dialog](command)),
    };
  } catch (error) {
    return { ...check, ...failure(error, words) };
  }
}
