import { type Operations, routes, type Schemas } from "./generated.ts";

export type OperationName = keyof Operations;
type Input<K extends OperationName> = Omit<Operations[K], "answer">;

/** An answer that is not a success. */
export class ApiProblem extends Error {
  readonly problem: Schemas["Problem"];

  constructor(problem: Schemas["Problem"]) {
    super(problem.detail);
    this.problem = problem;
  }
}

export interface ClientOptions {
  url: string;
  /** Without a token, the server refuses all but `health`. */
  token?: string | undefined;
  lang?: string | undefined;
}

export interface ApiClient {
  /** Throws an `ApiProblem` unless the answer is a success. */
  call<K extends OperationName>(name: K, input: Input<K>): Promise<Operations[K]["answer"]>;
}

/** A client of the API, typed by its OpenAPI document. */
export function apiClient({ url, token, lang }: ClientOptions): ApiClient {
  return {
    async call(name, input) {
      const { method, path } = routes[name];
      const { path: places = {}, query = {}, body } = input as Given;
      const target = new URL(
        path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(places[key]))),
        url,
      );
      for (const [key, value] of Object.entries(query))
        if (value !== undefined) target.searchParams.set(key, String(value));
      const response = await fetch(target, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(lang !== undefined && { "accept-language": lang }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new ApiProblem((await response.json()) as Schemas["Problem"]);
      if (response.status === 204) return undefined as never;
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return (await (isJson ? response.json() : response.text())) as never;
    },
  };
}

interface Given {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
