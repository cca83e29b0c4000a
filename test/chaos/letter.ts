/** Content of a message body: how often the message is to be forwarded, and which message it forwards. */
export interface Letter {
  hops: number;
  after?: string | undefined;
}

export function writeLetter({ hops, after }: Letter): string {
  return after === undefined ? `hops ${hops}` : `hops ${hops} after ${after}`;
}

/** Undefined for a message that no test agent wrote, such as a notice of ovld. */
export function readLetter(body: string): Letter | undefined {
  const [, hops, after] = /^hops (\d+)(?: after (\w+))?$/.exec(body) ?? [];
  return hops === undefined ? undefined : { hops: Number(hops), after };
}

/** Content of the message that forwards this one; undefined when no hops are left. */
export function nextLetter({ id, body }: { id: string; body: string }): Letter | undefined {
  const hops = readLetter(body)?.hops ?? 0;
  return hops > 0 ? { hops: hops - 1, after: id } : undefined;
}
