import type { MessageId } from "#mail/message.ts";
import { messageFile, type RoleFolders } from "./role-folders.ts";

/** A message that was listed and not read yet. Only the id and a shared location are held, to save memory. */
export interface Listed {
  id: MessageId;
  location: MailLocation;
}

export interface MailLocation {
  folders: RoleFolders;
  state: "unread" | "read" | "acked";
  /** A folder in which each file has the name of its message. */
  folder: string;
  /** The path of a claim, which has another name, or of a single found file. */
  file?: string | undefined;
  /** Time of the release: the message is unread again because its reader died or released it. */
  again?: number | undefined;
}

/** Built on demand, because the path is several times as long as the id. */
export function fileOf({ id, location: { folder, file } }: Listed): string {
  return file ?? messageFile(folder, id);
}

export function byId(a: Listed, b: Listed): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
