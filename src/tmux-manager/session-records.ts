import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { fileFailure, makeFolder, namesIn, readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import type { ProcessIdentity } from "#base/process-identity.ts";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import type { ServerId } from "#multiplexer/tmux/pane-state.ts";
import { optional, someFields, text, wholeNumber } from "./check.ts";
import { sessionSpec } from "./check-config.ts";
import type { SessionSpec } from "./tmux-config.ts";

/** A session that a manager made: its server and its config. */
export interface SessionRecord {
  mark: string;
  /** ISO 8601, UTC. */
  created: string;
  server: ServerId & { socket: string; process: ProcessIdentity };
  config: SessionSpec;
}

/** Sessions that managers made and did not end, one file each. They outlive the process that made them. */
export interface SessionRecords {
  list(): Promise<SessionRecord[]>;
  write(record: SessionRecord): Promise<void>;
  /** A missing record is no error. */
  remove(mark: string): Promise<void>;
}

export function sessionRecords(folder: string): SessionRecords {
  const fileOf = (mark: string) => join(folder, `${mark}${ENDING}`);
  return {
    async list() {
      const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING)).sort();
      const records = await Promise.all(names.map((name) => readRecord(join(folder, name))));
      return records.flat().sort((a, b) => a.created.localeCompare(b.created));
    },
    async write(entry) {
      await makeFolder(folder);
      await writeAtomically(fileOf(entry.mark), formatted(entry), { durability: "process" });
    },
    async remove(mark) {
      await unlink(fileOf(mark)).catch((error) => {
        if (!isAbsent(error)) throw fileFailure("remove", fileOf(mark), error);
      });
    },
  };
}

const ENDING = ".session.json";

const pid = wholeNumber(0);
const record = someFields<SessionRecord>({
  mark: text,
  created: text,
  server: someFields<SessionRecord["server"]>({
    pid,
    started: text,
    socket: text,
    process: someFields<ProcessIdentity>({ pid, started: optional(text), space: text }),
  }),
  config: sessionSpec,
});

/** A damaged record is skipped: tmux still lists its session if that runs. */
async function readRecord(file: string): Promise<SessionRecord[]> {
  try {
    return [record(parseFormatted(file, (await readText(file)) ?? ""), file)];
  } catch (error) {
    if (OvldError.is(error, "file-failed", "file-newer")) throw error;
    return [];
  }
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");
}
