import type { MessageHead } from "#mail/message.ts";
import type { MailDigest } from "#store/mail-store.ts";
import { type Notes, openAllNotes, shown } from "./all-mail.ts";
import type { FolderLists } from "./folder-lists.ts";
import { fileOf, type Listed } from "./listed.ts";
import { readMessage } from "./message-file.ts";
import type { RoleFolders } from "./role-folders.ts";
import type { StoreDir } from "./store-dir.ts";
import { countUnread, listMail, unreadMail, walkMail } from "./walk-mail.ts";

/**
 * The cost of a repeated digest depends on unread mail only: an unchanged archive part is not listed again, and a
 * message head is cached by its path.
 */
export function fileDigest(
  dir: StoreDir,
  lists: FolderLists,
): (readers: Iterable<RoleFolders>, newest: number) => Promise<MailDigest> {
  let heads = new Map<string, MessageHead>();

  return async (readers, most) => {
    const remembered = new Map<string, MessageHead>();
    const notes = openAllNotes(dir);
    const headOf = async (listed: Listed): Promise<MessageHead | undefined> => {
      const file = fileOf(listed);
      const head = heads.get(file) ?? readHead(file, listed);
      if (!head) return undefined;
      remembered.set(file, head);
      return shownHead(head, listed, notes);
    };
    const mail = await listMail(dir, readers, lists);
    const newest: MessageHead[] = [];
    if (most > 0) newest.push(...(await firstFew(walkMail(mail, { order: "newest" }, lists), most, headOf)));
    const unread: MailDigest["unread"] = [];
    for (const one of mail) {
      const [oldest] = await firstFew(unreadMail(one), 1, headOf);
      if (oldest) unread.push({ role: one.folders.role, count: countUnread(one), oldest });
    }
    heads = remembered;
    return { newest: newest.reverse(), unread };
  };
}

/** Skips damaged files; `take` moves them to quarantine. */
function readHead(file: string, { id, location }: Listed): MessageHead | undefined {
  const found = readMessage(file, { id, to: location.folders.role });
  if (!found || !("message" in found)) return undefined;
  const { body: _, ...head } = found.message;
  return head;
}

async function shownHead(head: MessageHead, { location }: Listed, notes: Notes): Promise<MessageHead> {
  return location.state === "unread"
    ? shown(head, location, await notes(location.folders.role))
    : { ...head, state: location.state };
}

async function firstFew<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  map: (item: T) => Promise<R | undefined>,
): Promise<R[]> {
  const few: R[] = [];
  for await (const item of items) {
    const found = await map(item);
    if (found !== undefined && few.push(found) === most) break;
  }
  return few;
}
