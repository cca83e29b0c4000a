import type { MailDigest, MessageHead, RoleId } from "#store/mail-store.ts";
import { type Notes, noteShelves, shown } from "./all-mail.ts";
import type { FolderLists } from "./folder-lists.ts";
import { readMessage } from "./message-file.ts";
import type { Site } from "./site.ts";
import { type Listed, listMail, walkMail } from "./walk-mail.ts";

/**
 * Looks at all mail again and again at the cost of what is unread: an archive is listed only where it has changed, and a
 * message is read once in each place, because nothing but its place changes what is shown of it.
 */
export function fileDigest(
  site: Site,
  lists: FolderLists,
): (readers: readonly RoleId[], newest: number) => Promise<MailDigest> {
  let heads = new Map<string, MessageHead>();

  return async (readers, most) => {
    const remembered = new Map<string, MessageHead>();
    const notes = noteShelves(site);
    const headOf = async (listed: Listed): Promise<MessageHead | undefined> => {
      const head = heads.get(listed.file) ?? readHead(listed);
      if (!head) return undefined;
      remembered.set(listed.file, head);
      return shownHead(head, listed, notes);
    };
    const mail = await listMail(site, readers, lists);
    const newest = await firstFew(walkMail(mail, { order: "newest" }, lists), most, headOf);
    const unread: MailDigest["unread"] = [];
    for (const { folders, waiting } of mail) {
      const mine = [...waiting.values()].filter(({ state }) => state === "unread");
      const [oldest] = await firstFew(mine.sort(byId), 1, headOf);
      if (oldest) unread.push({ role: folders.role, count: mine.length, oldest });
    }
    heads = remembered;
    return { newest: newest.reverse(), unread };
  };
}

/** Damaged files are passed over and left to whoever takes the mail. */
function readHead({ file, id, folders }: Listed): MessageHead | undefined {
  const found = readMessage(file, { id, to: folders.role });
  if (!found || !("message" in found)) return undefined;
  const { body: _, ...head } = found.message;
  return head;
}

async function shownHead(head: MessageHead, listed: Listed, notes: Notes): Promise<MessageHead> {
  return listed.state === "unread"
    ? shown(head, listed, await notes(listed.folders.role))
    : { ...head, state: listed.state };
}

async function firstFew<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  map: (item: T) => Promise<R | undefined>,
): Promise<R[]> {
  const few: R[] = [];
  if (most === 0) return few;
  for await (const item of items) {
    const found = await map(item);
    if (found !== undefined && few.push(found) === most) break;
  }
  return few;
}

function byId(a: Listed, b: Listed): number {
  return a.id < b.id ? -1 : 1;
}
