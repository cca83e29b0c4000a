import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { parseJson } from "#base/parse-json.ts";
import { systemCode } from "#errors/ovld-error.ts";

/** Reads the new lines of an agent's transcripts on each call; resolves with whether there are any transcripts. */
export function newLines(
  list: string,
  each: (line: string) => void,
  options: ReadOptions = {},
): () => Promise<boolean> {
  const readers = new Map<string, LineReader>();
  return async () => {
    const files = await transcriptFiles(list, options.beside);
    for (const file of files) {
      const reader = readers.get(file) ?? growingFile(file, options);
      readers.set(file, reader);
      for await (const line of reader.next()) each(line);
    }
    return files.length > 0;
  };
}

async function transcriptFiles(list: string, beside: ReadOptions["beside"]): Promise<string[]> {
  const named = new Set<string>();
  for await (const line of growingFile(list).next()) {
    const path = pathIn(line);
    if (path !== undefined) named.add(path);
  }
  const files: string[] = [];
  for (const file of named) files.push(file, ...((await beside?.(file)) ?? []));
  return files;
}

/** The first `bytes` of a transcript; empty if it is missing. */
export async function beginningOf(file: string, bytes: number): Promise<string> {
  const handle = await opened(file);
  if (!handle) return "";
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(bytes), position: 0 });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface ReadOptions extends ReadLimit {
  /** Further transcripts that belong to a named one. */
  beside?: (file: string) => Promise<string[]>;
}

interface ReadLimit {
  /** Bytes: of new content, only the last part of this size is read. */
  atMost?: number;
}

interface LineReader {
  /** Every whole line since the last call; an incomplete line is kept for the next one. */
  next(): AsyncGenerator<string>;
}

const CHUNK = 256 * 1024;
/** A longer line contains an image or is not from the agent CLI. */
const LONGEST = 32 * 1024 * 1024;
/** Agents choose the files, and a sparse one can have any size. */
const MOST = 1024 ** 3;
const NEWLINE = 0x0a;

/** Reads a growing file. A missing file, or anything but a plain file, has no lines. */
function growingFile(file: string, { atMost = MOST }: ReadLimit = {}): LineReader {
  let offset = 0;
  return {
    async *next() {
      const handle = await opened(file);
      if (!handle) return;
      try {
        const { size } = await handle.stat();
        if (size < offset) offset = 0;
        offset = Math.max(offset, size - atMost);
        let rest: Buffer[] = [];
        let length = 0;
        for await (const { bytes, at } of chunks(handle, offset, size)) {
          const end = bytes.lastIndexOf(NEWLINE) + 1;
          if (end > 0) {
            // Joined once per line: a line without an end would otherwise be copied with each chunk.
            yield* Buffer.concat([...rest, bytes.subarray(0, end)])
              .toString("utf8")
              .split("\n")
              .slice(0, -1);
            [rest, length] = [[], 0];
          }
          rest.push(bytes.subarray(end));
          length += bytes.length - end;
          if (length > LONGEST) [rest, length] = [[], 0];
          offset = at - length;
        }
      } finally {
        await handle.close();
      }
    },
  };
}

/** The bytes from `from` to `to` in chunks, each with its end offset. */
async function* chunks(handle: FileHandle, from: number, to: number) {
  for (let at = from; at < to; ) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(Math.min(CHUNK, to - at)), position: at });
    if (bytesRead === 0) return;
    at += bytesRead;
    yield { bytes: buffer.subarray(0, bytesRead), at };
  }
}

function pathIn(line: string): string | undefined {
  const path = parseJson(`"${line}"`);
  return typeof path === "string" && isAbsolute(path) ? path : undefined;
}

/** Agents can write the list: anything but a plain file counts as missing. */
async function opened(file: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK } = constants;
  try {
    const handle = await open(file, O_RDONLY | O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "ENXIO", "ELOOP"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}
