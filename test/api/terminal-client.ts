import { vi } from "vitest";
import { WebSocket } from "ws";
import type { Schemas } from "#test/support/api-client/generated.ts";
import type { Serving } from "./serving.ts";

type News = Schemas["TerminalNews"];

export interface TerminalClient extends AsyncDisposable {
  news: News[];
  /** Also invalid messages. */
  send(order: Schemas["TerminalOrder"] | string | Buffer): void;
  /** The next message of that type. */
  next<T extends News["type"]>(type: T): Promise<Extract<News, { type: T }>>;
  /** Resolves when the newest screen contains the text. */
  sees(what: string | RegExp): Promise<Schemas["Screen"]>;
  closed: Promise<{ code: number; reason: string }>;
}

export const terminalPath = (session: string, role: string, query = "") =>
  `/api/v1/sessions/${session}/agents/${role}/terminal${query}`;

/** A WebSocket with the token; `headers` may replace it. Rejects with the status if the server refuses. */
export async function openTerminalSocket(
  { url, token }: Serving,
  path: string,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
): Promise<TerminalClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, { headers });
  const news: News[] = [];
  let seen = 0;
  const closed = new Promise<{ code: number; reason: string }>((done) =>
    socket.once("close", (code, reason) => done({ code, reason: String(reason) })),
  );
  socket.on("message", (data) => news.push(JSON.parse(String(data)) as News));
  await new Promise<void>((open, fail) => {
    socket.once("open", open);
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      fail(new Error(String(response.statusCode)));
    });
    socket.on("error", fail);
  });
  return {
    news,
    closed,
    send: (order) => socket.send(typeof order === "string" || Buffer.isBuffer(order) ? order : JSON.stringify(order)),
    next: (type) =>
      vi.waitFor(() => {
        const at = news.findIndex((one, index) => index >= seen && one.type === type);
        if (at < 0) throw new Error(`no ${type}, but: ${JSON.stringify(news.slice(seen).filter(isNoScreen))}`);
        seen = at + 1;
        return news[at] as never;
      }, WAIT),
    sees: (what) =>
      vi.waitFor(() => {
        const last = news.findLast((one) => one.type === "screen")?.screen;
        const text = last && textOf(last);
        if (!last || !(typeof what === "string" ? text?.includes(what) : what.test(text ?? "")))
          throw new Error(`does not show ${what}, but:\n${text}`);
        return last;
      }, WAIT),
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}

const WAIT = { timeout: 60_000, interval: 20 };

const isNoScreen = ({ type }: News) => type !== "screen";

function textOf(screen: Schemas["Screen"]): string {
  if (screen.format !== "cells") return screen.text;
  return screen.rows.map((row) => row.map(({ text }) => text).join("")).join("\n");
}
