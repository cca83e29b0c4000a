import type { MessageId } from "#mail/message.ts";
import { messageFile, type RoleFolders } from "./role-folders.ts";

/** A message that was listed and not read yet: of many only the id and the place they share are kept. */
export interface Listed {
  id: MessageId;
  location: MailLocation;
}

export interface MailLocation {
  folders: RoleFolders;
  state: "unread" | "read" | "acked";
  /** A folder of files that are named as their messages are. */
  folder: string;
  /** The path of a claim, which is named otherwise, or of a file that was looked for. */
  file?: string | undefined;
  /** Since when the message is unread again, because its reader died or gave it back. */
  again?: number | undefined;
}

/** Put together when it is needed: the path is several times as long as the id. */
export function fileOf({ id, location: { folder, file } }: Listed): string {
  return file ?? messageFile(folder, id);
}

export function byId(a: Listed, b: Listed): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
