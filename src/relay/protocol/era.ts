import { type Envelope, envelopeOf, metaKeys } from "./envelope.ts";
import type { Params, Request } from "./message.ts";
import { codes, ProtocolError } from "./protocol-error.ts";

/** `handshake`: `initialize` fixes the version of a connection. `envelope`: each request names its version. */
export type Era = "handshake" | "envelope";

/** The newest first. */
export const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;
export const ENVELOPE_VERSION = "2026-07-28";

/** The era of a request on a connection whose era may be decided already. Throws for a version that is not supported. */
export function eraOf({ method, params }: Request, decided: Era | undefined): Era {
  if (decided === "handshake") return decided;
  const envelope = envelopeOf(params);
  const isHandshake = method === "initialize" && !isOfEnvelopeEra(envelope);
  if (decided === "envelope") {
    if (isHandshake) throw unsupported(params.protocolVersion);
    return decided;
  }
  if (isHandshake || !envelope) return "handshake";
  requireVersion(envelope);
  return "envelope";
}

/** Of a request in the envelope era. */
export function requireEnvelope(params: Params): void {
  const envelope = envelopeOf(params);
  if (!envelope)
    throw new ProtocolError(
      codes.invalidParams,
      `_meta must have ${metaKeys.version} and ${metaKeys.capabilities} in protocol version ${ENVELOPE_VERSION}`,
    );
  requireVersion(envelope);
}

function requireVersion({ version, problem }: Envelope): void {
  if (problem)
    throw new ProtocolError(codes.invalidParams, `_meta is not valid: ${problem.key}: ${problem.problem}`, {
      envelope: problem,
    });
  if (version !== ENVELOPE_VERSION) throw unsupported(version);
}

function isOfEnvelopeEra(envelope: Envelope | undefined): boolean {
  // Versions are dates, so they sort as text.
  return envelope?.version !== undefined && envelope.version >= ENVELOPE_VERSION;
}

function unsupported(version: unknown): ProtocolError {
  const requested = typeof version === "string" ? version : undefined;
  return new ProtocolError(
    codes.unsupportedVersion,
    `Unsupported protocol version: ${requested ?? "the request names none"}`,
    { supported: [ENVELOPE_VERSION], ...(requested !== undefined && { requested }) },
  );
}
