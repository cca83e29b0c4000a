import { join } from "node:path";
import { readText } from "#base/files.ts";

/** Panes in a session's record, by role; empty without a readable record. */
export async function recordedPanes(folder: string): Promise<Readonly<Record<string, string>>> {
  try {
    const record = JSON.parse((await readText(join(folder, "session.json"))) ?? "{}") as {
      panes?: Record<string, string>;
    };
    return record.panes ?? {};
  } catch {
    return {};
  }
}
