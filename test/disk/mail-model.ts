/** Reference model of one inbox and its readers; a mail store must behave in the same way. */
export class MailModel {
  unread: string[] = [];
  held: string[][] = [[], []];
  readonly known = new Set<string>();
  readonly seen = new Set<string>();

  put(id: string): void {
    if (this.known.size < this.known.add(id).size) this.unread = [...this.unread, id].sort();
  }
  take(reader: number, most: number): { id: string; redelivered: boolean }[] {
    const ids = this.unread.splice(0, most);
    this.held[reader]?.push(...ids);
    return ids.map((id) => ({ id, redelivered: this.seen.size === this.seen.add(id).size }));
  }
  acknowledge(reader: number): void {
    this.held[reader] = [];
  }
  /** Also for a reader that died. */
  release(reader: number): void {
    this.unread = [...this.unread, ...(this.held[reader]?.splice(0) ?? [])].sort();
  }
}
