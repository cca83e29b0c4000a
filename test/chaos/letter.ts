/** What the body of a message says: how often it is to be handed on, and which message it hands on. */
export interface Letter {
  hops: number;
  after?: string | undefined;
}

export function writeLetter({ hops, after }: Letter): string {
  return after === undefined ? `hops ${hops}` : `hops ${hops} after ${after}`;
}

/** Undefined for what nobody of this army wrote, such as a notice of ovld. */
export function readLetter(body: string): Letter | undefined {
  const [, hops, after] = /^hops (\d+)(?: after (\w+))?$/.exec(body) ?? [];
  return hops === undefined ? undefined : { hops: Number(hops), after };
}

/** The letter that hands a message on; undefined when it has come to its end. */
export function nextLetter({ id, body }: { id: string; body: string }): Letter | undefined {
  const hops = readLetter(body)?.hops ?? 0;
  return hops > 0 ? { hops: hops - 1, after: id } : undefined;
}
