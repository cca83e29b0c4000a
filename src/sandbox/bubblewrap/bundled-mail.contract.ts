import { join } from "node:path";
import { bundleText } from "#test/support/bundle.ts";

const program = `
import { mayBeAlive, ownIdentity } from "#base/process-identity.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";

const { store: folder, alive, dead } = JSON.parse(process.argv[2] ?? "");
const role = (id: string) => ({ id, name: { en: id, ja: id }, icon: "*", rank: 1 });
const store = fileRelayStore(folder);
await store.initialise({
  session: "ovld-test",
  roles: [role("overlord"), role("strategist")],
  settings: { lang: "en", knowledge: false, durability: "power" },
});
const id = await store.mail.nextId();
const timestamp = new Date().toISOString();
const header = { id, from: "overlord", to: "strategist", priority: "normal", timestamp, thread: id } as const;
await store.mail.put({ ...header, subject: "始めよ", body: "日本", state: "queued" });
const taken = await store.mail.take("strategist");
await taken.acknowledge();
console.log(JSON.stringify({
  space: (await ownIdentity()).space,
  taken: taken.messages.map(({ subject }) => subject),
  left: await store.mail.countUnread("strategist"),
  alive: await mayBeAlive(alive),
  dead: await mayBeAlive(dead),
}));
`;

/** A program that sends and takes mail, for plain Node. */
export function bundledMail(folder: string): Promise<string> {
  return bundleText(program, join(folder, "mail.mjs"));
}
