import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Clock } from "#base/clock.ts";
import { fileFailure, makeFolder, namesIn, readText, syncFolder, writeNew } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { parseJson } from "#base/parse-json.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Message } from "#mail/message.ts";
import { DAY, trimmed } from "#store/keep-limits.ts";
import type { ArmyFacts, PastArmies, PastArmy } from "#store/past-armies.ts";
import { isMessage } from "./message-file.ts";

const FACTS = "facts.json";
const MAIL = "mail.jsonl";
/** Prefix of a folder that is being written, or that a dead process left. */
const UNFINISHED = ".unfinished-";
/** Number of characters that are buffered for one write. */
const PORTION = 64 * 1024;

/** One folder for each army: `facts.json`, and `mail.jsonl` with one message per line. Renamed once it is complete. */
export function filePastArmies(folder: string, { clock }: { clock: Clock }): PastArmies {
  const list = async (): Promise<PastArmy[]> => {
    const armies: PastArmy[] = [];
    for (const name of await namesIn(folder)) {
      const army = name.startsWith(".") ? undefined : await readArmy(folder, name);
      if (army) armies.push(army);
    }
    return armies.sort((a, b) => a.facts.ended.localeCompare(b.facts.ended) || a.name.localeCompare(b.name));
  };

  const remove = async (name: string): Promise<void> => {
    // Renamed before the removal, so that a listing never finds a partial army.
    const aside = join(folder, `${UNFINISHED}${randomBytes(6).toString("hex")}`);
    await rename(join(folder, name), aside).catch(() => {});
    await rm(aside, { recursive: true, force: true });
  };

  return {
    async keep(facts, messages) {
      const unfinished = join(folder, `${UNFINISHED}${randomBytes(6).toString("hex")}`);
      const name = `${facts.session}-${facts.ended.replaceAll(/[-:]|\.\d+/g, "")}-${randomBytes(2).toString("hex")}`;
      try {
        await makeFolder(unfinished);
        await writeMail(join(unfinished, MAIL), messages);
        await writeNew(join(unfinished, FACTS), formatted(facts));
        await syncFolder(unfinished);
        await rename(unfinished, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true }).catch(() => {});
        throw error instanceof OvldError ? error : fileFailure("write", unfinished, error);
      }
    },
    list,
    async trim(limits) {
      for (const name of await namesIn(folder))
        if (name.startsWith(UNFINISHED) && (await ageOf(join(folder, name), clock)) > DAY)
          await rm(join(folder, name), { recursive: true, force: true });
      const kept = (await list()).map((army) => ({ ...army, at: Date.parse(army.facts.ended) }));
      for (const { name } of trimmed(kept, limits, clock.now()).gone) await remove(name);
    },
  };
}

async function readArmy(folder: string, name: string): Promise<PastArmy | undefined> {
  const mail = join(folder, name, MAIL);
  const file = join(folder, name, FACTS);
  const text = await readText(file, { followLink: false }).catch(() => undefined);
  const found = text === undefined ? undefined : parseFormatted(file, text);
  const size = await lstat(mail).catch(() => undefined);
  if (!isFacts(found) || !size?.isFile()) return undefined;
  const { version: _, ...facts } = found as ArmyFacts & { version?: number };
  return { name, facts, bytes: size.size + Buffer.byteLength(text ?? ""), messages: () => readMail(mail) };
}

async function* readMail(file: string): AsyncGenerator<Message> {
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) {
      const message = parseJson(line);
      if (isMessage(message)) yield message;
    }
  } catch (error) {
    throw fileFailure("read", file, error);
  } finally {
    lines.close();
  }
}

async function writeMail(file: string, messages: AsyncIterable<Message>): Promise<void> {
  const handle: FileHandle = await open(file, "wx", 0o600);
  try {
    let portion = "";
    for await (const message of messages) {
      portion += `${JSON.stringify(message)}\n`;
      if (portion.length < PORTION) continue;
      await handle.appendFile(portion);
      portion = "";
    }
    await handle.appendFile(portion);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isFacts(value: unknown): value is ArmyFacts {
  if (typeof value !== "object" || value === null) return false;
  const { session, directory, started, ended, roles, statuses, tokens, starts, cuts } = value as Partial<ArmyFacts>;
  const texts = [session, directory, started, ended].every((text) => typeof text === "string");
  const tables = [tokens, starts, cuts].every((table) => typeof table === "object" && table !== null);
  return texts && tables && Array.isArray(roles) && Array.isArray(statuses) && !Number.isNaN(Date.parse(ended ?? ""));
}

async function ageOf(path: string, clock: Clock): Promise<number> {
  return clock.now() - ((await lstat(path).catch(() => undefined))?.mtimeMs ?? clock.now());
}
