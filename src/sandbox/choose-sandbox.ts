import { OvldError } from "#errors/ovld-error.ts";
import type { SandboxEngine } from "./sandbox.ts";

export interface SandboxChoice {
  engine: SandboxEngine;
  /** `auto` chose "none": this platform has no default engine. */
  notice?: "unsupported";
}

/** An explicit engine is used or refused, never replaced by a weaker one. */
export function chooseSandbox(request: { platform: string; configured: "auto" | SandboxEngine }): SandboxChoice {
  const { platform, configured } = request;
  const home = { seatbelt: platform === "darwin", bubblewrap: platform === "linux", none: true };
  if (configured === "auto") return home.seatbelt ? { engine: "seatbelt" } : { engine: "none", notice: "unsupported" };
  if (!home[configured]) throw new OvldError("sandbox-unsupported", { engine: configured, platform });
  return { engine: configured };
}
