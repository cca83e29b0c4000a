import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { ritualAgain } from "#agent-cli/exchange/ritual-again.ts";
import type { RelayCommand, SetupOptions } from "#agent-cli/launch.ts";
import { AUTONOMY, needsPermission } from "./permission.ts";
import type { PiApi, PiContext, PiEvents } from "./pi-api.ts";
import { connectRelay, type RelayClient } from "./relay-client.ts";
import { reports } from "./reports.ts";
import { waitAt } from "./wait-hook.ts";

export interface ExtensionSetup {
  paths: AgentPaths;
  relay: RelayCommand;
  lang: SetupOptions["lang"];
  ritual: string | undefined;
}

/** pi's extension for one role: the relay's tools, reports of its state, notifications, and permission. */
export function ovldExtension(setup: ExtensionSetup): (pi: PiApi) => Promise<void> {
  return async (pi) => {
    pi.registerFlag(AUTONOMY, { type: "string", description: "What the agent may do without asking" });
    const report = reports(setup.paths);
    const relay = await connectRelay(setup.relay).catch(() => undefined);
    if (relay) registerTools(pi, relay);
    observe(pi, setup, { report, relay });
    permit(pi, setup, { report, own: new Set(relay?.tools.map(({ name }) => name)) });
    remember(pi, setup, relay?.instructions ?? "");
  };
}

type Report = ReturnType<typeof reports>;

function registerTools(pi: PiApi, relay: RelayClient): void {
  for (const { name, title = name, description, inputSchema } of relay.tools)
    pi.registerTool({
      ...{ name, label: title, description, parameters: inputSchema },
      async execute(id, input, signal) {
        const text = await relay.call(name, input, { id, signal });
        return { content: [{ type: "text", text }], details: {} };
      },
    });
}

/** Reports the state of the agent, and announces its mail. */
function observe(
  pi: PiApi,
  { paths }: ExtensionSetup,
  { report, relay }: { report: Report; relay: RelayClient | undefined },
): void {
  /** The newest mail that was announced at a rest, which announces each once. */
  let told = "";
  let endWait = () => {};

  const announce = (context: PiContext): void => {
    const mail = report.parked() === undefined ? report.unread() : undefined;
    if (!mail) return;
    told = mail.newest;
    pi.sendUserMessage(mail.line, context.isIdle() ? undefined : { deliverAs: "steer" });
  };
  const announceNew = (context: PiContext): void => {
    if (report.unread()?.newest !== told) announce(context);
  };

  pi.on("session_start", async (_, context) => {
    await report.started(context.sessionManager.getSessionFile());
    endWait = waitAt(exchangePaths(paths).fifo, () => announce(context));
    report.mood("ready");
    announceNew(context);
  });
  pi.on("agent_start", () => report.mood("busy"));
  pi.on("turn_end", ({ toolResults = [] }) => {
    if (toolResults.length > 0) report.steps(1);
  });
  pi.on("agent_end", ({ messages = [] }, context) => {
    const { stopReason, errorMessage = "" } = messages.at(-1) ?? {};
    const hasFailed = stopReason === "error" || stopReason === "aborted";
    // A failed turn may have ended before the model got the results of its last tools.
    if (!hasFailed) report.steps(2);
    if (stopReason === "error" && LIMIT.test(errorMessage)) return report.mood("limited", errorMessage.slice(0, 500));
    report.mood("ready");
    // pi is idle only after its handlers.
    setTimeout(announceNew, 0, context);
  });
  pi.on("session_shutdown", ({ reason }: PiEvents["session_shutdown"]) => {
    endWait();
    relay?.close();
    if (reason === "quit") report.mood("gone");
  });
}

const LIMIT = /rate.?limit|usage limit|quota|\b429\b/i;

const permissionWords = {
  en: {
    question: (tool: string) => `Allow ${tool}?`,
    refused: "The user did not allow this tool.",
    noPerson: "Nobody is there to allow this tool.",
  },
  ja: {
    question: (tool: string) => `${tool} を許可しますか？`,
    refused: "このツールは許可されませんでした。",
    noPerson: "このツールを許可できる人がいません。",
  },
};

/** pi asks no permission itself. A parked agent uses no tool. */
function permit(
  pi: PiApi,
  { lang }: ExtensionSetup,
  { report, own }: { report: Report; own: ReadonlySet<string> },
): void {
  const words = permissionWords[lang];
  pi.on("tool_call", async ({ toolName, input }, context) => {
    const parked = report.parked();
    if (parked !== undefined) {
      context.abort();
      return { block: true, reason: parked };
    }
    if (!needsPermission(toolName, pi.getFlag(AUTONOMY), own)) return undefined;
    if (!context.hasUI) return { block: true, reason: words.noPerson };
    report.mood("asking", toolName);
    const isAllowed = await context.ui.confirm(words.question(toolName), JSON.stringify(input).slice(0, 2000));
    report.mood("busy");
    return isAllowed ? undefined : { block: true, reason: words.refused };
  });
}

/** Gives the relay's instructions with each turn, and the ritual to a conversation that has lost it. */
function remember(pi: PiApi, { lang, ritual }: ExtensionSetup, instructions: string): void {
  let isLost = false;
  pi.on("session_start", ({ reason }) => {
    isLost = reason === "new" || reason === "resume" || reason === "fork";
  });
  pi.on("session_compact", () => {
    isLost = true;
  });
  pi.on("before_agent_start", ({ systemPrompt }) => {
    const again = isLost && ritual !== undefined ? ritualAgain(lang, ritual) : undefined;
    isLost = false;
    return {
      systemPrompt: `${systemPrompt}\n\n${instructions}`,
      ...(again !== undefined && { message: { customType: "ovld", content: again, display: false } }),
    };
  });
}
