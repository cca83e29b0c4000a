// Generated from the OpenAPI document. To update: `npx vitest run test/support/api-client -u`.

export interface Schemas {
  TerminalOrder: {
    type: "take";
  } | {
    type: "release";
  } | {
    type: "input";
    keys: string;
  } | {
    type: "resize";
    columns: number;
    rows: number;
  };
  TerminalNews: {
    type: "screen";
    screen: Schemas["Screen"];
  } | {
    type: "taken";
    seconds: number;
  } | {
    type: "released";
    why: "asked" | "pause" | "person";
  } | {
    type: "problem";
    problem: Schemas["Problem"];
  } | {
    type: "ended";
    why: string;
  };
  Screen: {
    format: "text" | "ansi";
    text: string;
    cursor?: {
      row: number;
      column: number;
    };
    size?: {
      columns: number;
      rows: number;
    };
  } | {
    format: "cells";
    rows: ((Schemas["CellRun"])[])[];
    cursor?: {
      row: number;
      column: number;
    };
    size?: {
      columns: number;
      rows: number;
    };
  };
  CellRun: {
    text: string;
    width: number;
    foreground?: Schemas["Colour"];
    background?: Schemas["Colour"];
    bold?: true;
    dim?: true;
    italic?: true;
    underline?: true;
    blink?: true;
    inverse?: true;
    hidden?: true;
    strike?: true;
  };
  Colour: number | string;
  Problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    hint?: string;
  };
  MessageEvent: {
    session: string;
    message: Schemas["MessageHead"];
  };
  MessageHead: {
    id: string;
    from: string;
    to: string;
    subject: string;
    priority: "normal" | "urgent";
    timestamp: string;
    thread: string;
    parent?: string;
    hops?: number;
    state: "queued" | "woken" | "read" | "acked" | "expired" | "bounced";
    delivery?: Schemas["DeliveryNote"];
    redelivered?: boolean;
  };
  DeliveryNote: {
    state: string;
    at: string;
    by?: "hook" | "typing";
    why?: "busy" | "user-typing" | "dialog" | "starting" | "limited" | "parked" | "no-agent" | "not-taken" | "no-bell" | "failed";
    attempts?: number;
    bounce?: string;
  };
  DeliveryEvent: {
    session: string;
    id: string;
    to: string;
    state: "queued" | "woken" | "read" | "acked" | "expired" | "bounced";
    delivery?: Schemas["DeliveryNote"];
    redelivered?: boolean;
  };
  StatusEvent: {
    session: string;
    role: string;
    status: "idle" | "working" | "blocked" | "done";
    task: string;
    updated: string;
  };
  MoodEvent: {
    session: string;
    role: string;
    mood: "starting" | "ready" | "busy" | "asking" | "limited" | "parked" | "gone" | "unknown";
    since?: string;
    detail?: string;
    isGuess?: boolean;
    hasLostRelay?: boolean;
  };
  SessionEvent: {
    session: string;
    state: "running" | "exited" | "orphan" | "resting" | "unknown";
  };
  SessionRemovedEvent: {
    session: string;
  };
  ResetEvent: {
    session?: string;
  };
  ReadyEvent: Record<string, unknown>;
  Health: {
    status: "ok";
  };
  LoginLink: {
    url: string;
    expires: string;
  };
  FormationList: {
    formations: (Schemas["Formation"])[];
    broken: ({
      name: string;
      problem: string;
    })[];
  };
  Formation: {
    name: string;
    title: {
      en: string;
      ja: string;
    };
    roles: (Schemas["FormationRole"])[];
    tabs: (string)[];
  };
  FormationRole: {
    id: string;
    name: {
      en: string;
      ja: string;
    };
    icon: string;
    rank: number;
    layer: "command" | "execution";
    reportsTo?: string;
    model?: string;
  };
  SessionList: {
    sessions: (Schemas["Session"])[];
  };
  Session: {
    name: string;
    directory: string;
    started: string;
    multiplexer: "zellij" | "tmux";
    formation: string;
    state: "running" | "exited" | "orphan" | "resting" | "unknown";
    roles: (string)[];
  };
  SummonOrder: {
    directory: string;
    formation?: string;
    multiplexer?: "zellij" | "tmux";
    rituals?: boolean;
    resume?: boolean;
  };
  AgentList: {
    agents: (Schemas["Agent"])[];
  };
  Agent: {
    role: string;
    name: {
      en: string;
      ja: string;
    };
    icon: string;
    rank: number;
    layer?: "command" | "execution";
    reportsTo?: string;
    status: Schemas["RoleStatus"];
    mood?: Schemas["Mood"];
    unread: number;
    ritual?: "waiting" | "given" | "failed";
    pane?: string;
  };
  RoleStatus: {
    status: "idle" | "working" | "blocked" | "done";
    task: string;
    updated: string;
  };
  Mood: {
    mood: "starting" | "ready" | "busy" | "asking" | "limited" | "parked" | "gone" | "unknown";
    since?: string;
    detail?: string;
    isGuess?: boolean;
    hasLostRelay?: boolean;
  };
  SentMessage: {
    message: Schemas["MessageHead"];
    delivery: {
      state: "queued" | "woken" | "read" | "acked" | "expired" | "bounced";
      notified: boolean;
      by?: "hook" | "typing";
      why?: "busy" | "user-typing" | "dialog" | "starting" | "limited" | "parked" | "no-agent" | "not-taken" | "no-bell" | "failed";
      reason?: string;
    };
  };
  Letter: {
    body: string;
    subject?: string;
    priority?: "normal" | "urgent";
  };
  MessagePage: {
    messages: (Schemas["MessageHead"])[];
    next: string | null;
  };
  Message: {
    id: string;
    from: string;
    to: string;
    subject: string;
    priority: "normal" | "urgent";
    timestamp: string;
    thread: string;
    parent?: string;
    hops?: number;
    state: "queued" | "woken" | "read" | "acked" | "expired" | "bounced";
    delivery?: Schemas["DeliveryNote"];
    redelivered?: boolean;
    body: string;
  };
  Status: {
    version: string;
    sessions: (Schemas["Session"] & {
      agents: (Schemas["Agent"])[];
    })[];
  };
  StreamedEvent: {
    id: string;
    event: "message" | "delivery" | "status" | "mood" | "session" | "session-removed" | "reset" | "ready";
    data: string;
  };
}

/** The input and the answer of each operation. */
export interface Operations {
  health: { answer: Schemas["Health"] };
  createLogin: { answer: Schemas["LoginLink"] };
  deleteLogins: { answer: undefined };
  listFormations: { answer: Schemas["FormationList"] };
  getFormation: { path: { formation: string }; answer: Schemas["Formation"] };
  listSessions: { answer: Schemas["SessionList"] };
  createSession: { body: Schemas["SummonOrder"]; answer: Schemas["Session"] };
  getSession: { path: { session: string }; answer: Schemas["Session"] };
  deleteSession: { path: { session: string }; answer: undefined };
  restartSession: { path: { session: string }; answer: undefined };
  listAgents: { path: { session: string }; answer: Schemas["AgentList"] };
  getAgent: { path: { session: string; role: string }; answer: Schemas["Agent"] };
  sendMessage: { path: { session: string; role: string }; body: Schemas["Letter"]; answer: Schemas["SentMessage"] };
  getScreen: { path: { session: string; role: string }; query?: { format?: "text" | "ansi" | "cells" }; answer: Schemas["Screen"] };
  restartAgent: { path: { session: string; role: string }; answer: undefined };
  openTerminal: { path: { session: string; role: string }; query?: { format?: "text" | "ansi" | "cells" }; answer: undefined };
  listMessages: { path: { session: string }; query?: { role?: string; state?: "queued" | "woken" | "read" | "acked" | "expired" | "bounced"; order?: "oldest" | "newest"; after?: string; limit?: number }; answer: Schemas["MessagePage"] };
  getMessage: { path: { session: string; message: string }; answer: Schemas["Message"] };
  getStatus: { answer: Schemas["Status"] };
  followEvents: { query?: { session?: string; follow?: "true" | "false" }; answer: string };
  getDocument: { answer: Record<string, unknown> };
  getDocs: { answer: string };
}

export const routes = {
  health: { method: "GET", path: "/api/v1/health" },
  createLogin: { method: "POST", path: "/api/v1/logins" },
  deleteLogins: { method: "DELETE", path: "/api/v1/logins" },
  listFormations: { method: "GET", path: "/api/v1/formations" },
  getFormation: { method: "GET", path: "/api/v1/formations/{formation}" },
  listSessions: { method: "GET", path: "/api/v1/sessions" },
  createSession: { method: "POST", path: "/api/v1/sessions" },
  getSession: { method: "GET", path: "/api/v1/sessions/{session}" },
  deleteSession: { method: "DELETE", path: "/api/v1/sessions/{session}" },
  restartSession: { method: "POST", path: "/api/v1/sessions/{session}/restart" },
  listAgents: { method: "GET", path: "/api/v1/sessions/{session}/agents" },
  getAgent: { method: "GET", path: "/api/v1/sessions/{session}/agents/{role}" },
  sendMessage: { method: "POST", path: "/api/v1/sessions/{session}/agents/{role}/messages" },
  getScreen: { method: "GET", path: "/api/v1/sessions/{session}/agents/{role}/screen" },
  restartAgent: { method: "POST", path: "/api/v1/sessions/{session}/agents/{role}/restart" },
  openTerminal: { method: "GET", path: "/api/v1/sessions/{session}/agents/{role}/terminal" },
  listMessages: { method: "GET", path: "/api/v1/sessions/{session}/messages" },
  getMessage: { method: "GET", path: "/api/v1/sessions/{session}/messages/{message}" },
  getStatus: { method: "GET", path: "/api/v1/status" },
  followEvents: { method: "GET", path: "/api/v1/events" },
  getDocument: { method: "GET", path: "/api/v1/openapi.json" },
  getDocs: { method: "GET", path: "/api/v1/docs" },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
