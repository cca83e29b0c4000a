import { OvldError } from "#errors/ovld-error.ts";
import type { SandboxEngine } from "./sandbox.ts";

export interface SandboxChoice {
  engine: SandboxEngine;
  /** Nobody asked for "none": this machine has no engine that is used without being asked for. */
  notice?: "unsupported";
}

/** What is asked for by name is used or refused, never replaced by something weaker. */
export function chooseSandbox(wish: { platform: string; configured: "auto" | SandboxEngine }): SandboxChoice {
  const { platform, configured } = wish;
  const home = { seatbelt: platform === "darwin", bubblewrap: platform === "linux", none: true };
  if (configured === "auto") return home.seatbelt ? { engine: "seatbelt" } : { engine: "none", notice: "unsupported" };
  if (!home[configured]) throw new OvldError("sandbox-unsupported", { engine: configured, platform });
  return { engine: configured };
}
