import { isObject } from "#base/is-object.ts";
import { metaKeys } from "./envelope.ts";
import type { Request, RequestId } from "./message.ts";
import { codes, ProtocolError } from "./protocol-error.ts";

export interface SubscriptionParts {
  send(message: object): void;
  /** Adds the fields that every result has. */
  complete(result: object): { _meta: object };
}

/**
 * Requests of `subscriptions/listen`. The tools of a relay never change, so a subscription is acknowledged with an empty
 * set of notifications, and answered only when the relay ends.
 */
export function subscriptionsOf({ send, complete }: SubscriptionParts) {
  const open = new Set<RequestId>();
  return {
    begin({ id, params }: Request): undefined {
      if (!isObject(params.notifications))
        throw new ProtocolError(codes.invalidParams, "Invalid params: notifications must be an object");
      open.add(id);
      send({
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: {}, _meta: { [metaKeys.subscription]: id } },
      });
    },
    end(id: RequestId): void {
      open.delete(id);
    },
    endAll(): object[] {
      const results = [...open].map((id) => {
        const { _meta, ...rest } = complete({});
        return { jsonrpc: "2.0", id, result: { ...rest, _meta: { ..._meta, [metaKeys.subscription]: id } } };
      });
      open.clear();
      return results;
    },
  };
}
