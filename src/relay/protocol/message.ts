import { isObject } from "#base/is-object.ts";

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface Request {
  kind: "request";
  id: RequestId;
  method: string;
  params: Params;
}

export interface Notification {
  kind: "notification";
  method: string;
  params: Params;
}

/** A message of JSON-RPC. One that is malformed can be answered if its id is known. */
export type Message = Request | Notification | { kind: "response" } | { kind: "malformed"; id?: RequestId };

export function messageOf(value: object): Message {
  const { jsonrpc, id, method, params = {} } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc === "2.0" && method === undefined) return { kind: "response" };
  const isNotification = !("id" in value);
  const isWellFormed = jsonrpc === "2.0" && typeof method === "string" && areParams(params);
  if (isWellFormed && isNotification) return { kind: "notification", method, params };
  if (!isRequestId(id)) return { kind: "malformed" };
  return isWellFormed ? { kind: "request", id, method, params } : { kind: "malformed", id };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function areParams(params: unknown): params is Params {
  return isObject(params) && (params._meta === undefined || isObject(params._meta));
}
