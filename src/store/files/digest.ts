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
    const newest: MessageHead[] = [];
    if (most > 0)
      for await (const listed of walkMail(mail, { order: "newest" }, lists)) {
        const head = await headOf(listed);
        if (head) newest.push(head);
        if (newest.length === most) break;
      }
    const unread: MailDigest["unread"] = [];
    for (const { folders, waiting } of mail) {
      const mine = [...waiting.values()].filter(({ state }) => state === "unread");
      const oldest = await firstOf(mine.sort(byId), headOf);
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

async function firstOf<T, R>(items: readonly T[], map: (item: T) => Promise<R | undefined>): Promise<R | undefined> {
  for (const item of items) {
    const found = await map(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function byId(a: Listed, b: Listed): number {
  return a.id < b.id ? -1 : 1;
}
