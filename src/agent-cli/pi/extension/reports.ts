import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import type { MoodName } from "#agent-cli/observer.ts";
import { conversationIn } from "#agent-cli/pi/conversation-file.ts";
import type { ReportedEvent } from "#agent-cli/pi/reported-events.ts";
import { ownIdentity } from "#base/process-identity.ts";

/** Unread mail as its mark has it. */
export interface UnreadMail {
  line: string;
  newest: string;
}

/** Writes what ovld observes, and reads what it tells. A failed write must not end the agent. */
export function reports(paths: AgentPaths) {
  const { mood, steps, agent, conversation, transcripts, parked, mark } = exchangePaths(paths);
  const quietly = (work: () => void) => {
    try {
      work();
    } catch {
      // The session's folder is gone: its army was unsummoned.
    }
  };
  return {
    mood(name: MoodName, detail?: string): void {
      const event: ReportedEvent | undefined = detail === undefined ? undefined : { detail };
      quietly(() => writeFileSync(mood, `${name} ${process.pid}\n${event ? `${JSON.stringify(event)}\n` : ""}`));
    },
    async started(file: string | undefined): Promise<void> {
      const { pid, started } = await ownIdentity();
      quietly(() => writeFileSync(agent, `${pid}\n${started ?? ""}\n`));
      const id = file && conversationIn(file);
      if (!id) return;
      quietly(() => writeFileSync(conversation, `${id}\n`));
      quietly(() => appendFileSync(transcripts, `${JSON.stringify(file).slice(1, -1)}\n`));
    },
    /** One for a tool batch, two for the end of a turn. */
    steps(count: 1 | 2): void {
      quietly(() => appendFileSync(steps, ".".repeat(count)));
    },
    /** The reason for which the agent is parked. */
    parked(): string | undefined {
      return existsSync(parked) ? firstLines(parked)?.[0] : undefined;
    },
    unread(): UnreadMail | undefined {
      const [line, version = ""] = firstLines(`${mark}.urgent`) ?? firstLines(mark) ?? [];
      return line ? { line, newest: /"newest":"([^"]*)"/.exec(version)?.[1] ?? "" } : undefined;
    },
  };
}

function firstLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return undefined;
  }
}
