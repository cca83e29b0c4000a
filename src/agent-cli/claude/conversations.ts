import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Conversations } from "#agent-cli/agent-cli.ts";
import { systemCode } from "#base/errors.ts";
import { fileFailure } from "#base/files.ts";
import { bellPlaces } from "./places.ts";
import { readSmallFile } from "./small-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Claude Code keeps each conversation as `projects/<project>/<id>.jsonl`, from its first message on. */
export function claudeConversations(env: Environment): Conversations {
  const projects = join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "/", ".claude"), "projects");
  return {
    async current(place) {
      const told = (await readSmallFile(bellPlaces(place).conversation))?.text.trim() ?? "";
      return ID.test(told) ? told : undefined;
    },
    async isBegun(id) {
      // How a project's folder is spelled differs by version; an id is there once.
      const files = (await foldersIn(projects)).map((folder) => join(projects, folder, `${id}.jsonl`));
      return (await Promise.all(files.map(hasContent))).includes(true);
    },
  };
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}

async function hasContent(file: string): Promise<boolean> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size > 0;
}
