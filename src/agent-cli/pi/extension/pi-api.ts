/** The used part of pi's extension API, 0.74. */
export interface PiApi {
  on<E extends keyof PiEvents>(event: E, handler: (event: PiEvents[E], context: PiContext) => unknown): void;
  registerTool(tool: PiTool): void;
  registerFlag(name: string, options: { type: "string"; description: string; default?: string }): void;
  getFlag(name: string): unknown;
  /** Begins a turn. While pi is not idle, `deliverAs` is required. */
  sendUserMessage(text: string, options?: { deliverAs: "steer" | "followUp" }): void;
}

export interface PiEvents {
  session_start: { reason: "startup" | "reload" | "new" | "resume" | "fork" };
  session_shutdown: { reason: "quit" | "reload" | "new" | "resume" | "fork" };
  session_compact: object;
  before_agent_start: { systemPrompt: string };
  agent_start: object;
  turn_end: { toolResults?: readonly unknown[] };
  agent_end: { messages?: readonly { stopReason?: string; errorMessage?: string }[] };
  tool_call: { toolName: string; input: unknown };
}

export interface PiContext {
  hasUI: boolean;
  ui: { confirm(title: string, text: string): Promise<boolean> };
  sessionManager: { getSessionFile(): string | undefined };
  isIdle(): boolean;
  abort(): void;
}

export interface PiTool {
  name: string;
  label: string;
  description: string;
  /** JSON schema. */
  parameters: object;
  execute(id: string, input: unknown, signal?: AbortSignal): Promise<PiToolResult>;
}

export interface PiToolResult {
  content: { type: "text"; text: string }[];
  details: object;
}
