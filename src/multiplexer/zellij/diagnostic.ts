import { OvldError } from "#errors/ovld-error.ts";

/** zellij draws a layout error as a box; its message becomes one line of the error. */
export function withDiagnostic(error: unknown): unknown {
  if (!OvldError.is(error, "program-failed")) return error;
  const line = diagnosticLine(error.details.stderr);
  return line === undefined ? error : new OvldError("program-failed", { ...error.details, stderr: line, cause: error });
}

/** `Failed to parse Zellij configuration: /o/layout.kdl:2:17: Failed to deserialize KDL node.` */
export function diagnosticLine(stderr: string): string | undefined {
  const heading = /^\s*×\s*(.+)$/m.exec(stderr)?.[1];
  const place = /╭─\[(.+?)\]/.exec(stderr)?.[1];
  const label = /[·│]\s*╰─*[┤─]+\s*(.+)$/m.exec(stderr)?.[1];
  const parts = [heading, place, label].flatMap((part) => part?.trim() || []);
  return parts.length === 0 ? undefined : parts.join(": ");
}
