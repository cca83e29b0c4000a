import { request } from "node:http";
import type { Serving } from "./serving.ts";

/** A request with any `Host` header, which `fetch` does not allow. */
export function raw(url: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, fail) => {
    const { method = "GET", headers = {}, body } = options;
    const asking = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asking.on("upgrade", (response, socket) => {
      socket.destroy();
      done({ status: response.statusCode ?? 0, headers: response.headers, text: "" });
    });
    asking.on("error", fail);
    asking.end(body);
  });
}

/** The cookie that a browser gets from the login link. */
export async function cookieOf({ login }: Pick<Serving, "login">): Promise<string> {
  const { headers } = await raw(login);
  return String((headers["set-cookie"] as string[] | undefined)?.[0]?.split(";")[0]);
}
