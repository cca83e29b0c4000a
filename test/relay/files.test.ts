import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { USER } from "#mail/message.ts";
import { roles } from "#test/support/army-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { relayCommand, type Session, temporarySession } from "./built.ts";

/** Checks the files that the tools of `ovld relay` write against the specification. */
const mailOf = ({ relayFolder }: Session, role: string) =>
  readdirSync(join(relayFolder, "inbox", role))
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(relayFolder, "inbox", role, name), "utf8")) as unknown);
const statusOf = ({ relayFolder }: Session, role: string) =>
  JSON.parse(readFileSync(join(relayFolder, "status", `${role}.json`), "utf8")) as unknown;
const isPending = ({ relayFolder }: Session, role: string) => existsSync(join(relayFolder, "pending", role));

async function relayOf(session: Session, role: string) {
  const relay = session.start(role, {}, relayCommand);
  await relay.initialize();
  return relay;
}

verifies("relay:message", "sender, recipient, subject, body, priority and time in one JSON file", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  const words = { to: "storm", subject: "s", body: "b\n魔王", priority: "urgent" };
  await inferno.call("send_message", words);
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(mailOf(session, "storm")).toMatchObject([{ from: "inferno", ...words, timestamp }]);
});

verifies("relay:send", "writes one JSON file into the recipient's inbox, and the mark of announced mail", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  await inferno.call("send_message", { to: "strategist", subject: "task done", body: "…" });
  expect(mailOf(session, "strategist")).toMatchObject([{ from: "inferno", subject: "task done", body: "…" }]);
  expect(roles.filter((role) => isPending(session, role))).toEqual(["strategist"]);
});

verifies("relay:role:unknown", "an error that names the role, and no file", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  const answer = await inferno.call("send_message", { to: "nobody", subject: "s", body: "b" });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"nobody"') }] });
  expect(readdirSync(join(session.relayFolder, "inbox")).sort()).toEqual([...roles, USER].sort());
  expect([...roles, USER].flatMap((role) => mailOf(session, role))).toEqual([]);
});

verifies("relay:send:no-pane", "an error names the role, the mail is stored, and the relay continues", async () => {
  await using session = await temporarySession({ multiplexer: { kind: "zellij", program: "zellij" } });
  const inferno = await relayOf(session, "inferno");
  const { isError, content } = await inferno.call("send_message", { to: "storm", subject: "s", body: "b" });
  const [mail, ...more] = mailOf(session, "storm") as { id: string; body: string }[];
  expect([mail?.body, more, isError]).toEqual(["b", [], true]);
  expect(content[0]?.text).toMatch(
    new RegExp(`^Stored as ${mail?.id}; do not send it again\\. storm cannot be notified`),
  );
  const all = await inferno.call("broadcast", { subject: "s", body: "b" });
  expect([all.isError, mailOf(session, "storm").length, mailOf(session, "glacier").length]).toEqual([true, 2, 1]);
  expect((await inferno.call("get_status", { role: "all" })).isError).toBe(false);
});

verifies("relay:inbox", "every message is returned, and its file and the mark are removed", async () => {
  await using session = await temporarySession();
  const [storm, inferno] = [await relayOf(session, "storm"), await relayOf(session, "inferno")];
  for (const subject of ["one", "two"]) await storm.call("send_message", { to: "inferno", subject, body: "b" });
  expect([mailOf(session, "inferno").length, isPending(session, "inferno")]).toEqual([2, true]);
  const { structuredContent } = await inferno.call("check_inbox");
  expect(structuredContent).toMatchObject({ messages: [{ subject: "one" }, { subject: "two" }], left: 0 });
  expect([mailOf(session, "inferno").length, isPending(session, "inferno")]).toEqual([0, false]);
});

verifies("relay:inbox:empty", "an empty list", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  expect((await inferno.call("check_inbox")).structuredContent).toEqual({ messages: [], left: 0 });
});

verifies("relay:status:update", "the caller's own status file, and no other", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  await inferno.call("update_status", { status: "working", task: "認証の実装" });
  for (const role of roles)
    expect(statusOf(session, role)).toMatchObject(
      role === "inferno" ? { status: "working", task: "認証の実装" } : { status: "idle", task: "" },
    );
});

verifies("relay:status:one", "returns the content of a role's status file to another role", async () => {
  await using session = await temporarySession();
  const [inferno, storm] = [await relayOf(session, "inferno"), await relayOf(session, "storm")];
  await inferno.call("update_status", { status: "blocked", task: "waits" });
  const { structuredContent } = await storm.call("get_status", { role: "inferno" });
  expect(structuredContent).toEqual({ statuses: [statusOf(session, "inferno")] });
});

verifies("relay:status:all", "returns the content of all six status files", async () => {
  await using session = await temporarySession();
  const inferno = await relayOf(session, "inferno");
  await inferno.call("update_status", { status: "working", task: "t" });
  const { structuredContent } = await inferno.call("get_status", { role: "all" });
  expect(structuredContent).toEqual({ statuses: roles.map((role) => statusOf(session, role)) });
});

verifies("relay:broadcast", "writes a file and a mark for each of the five other roles", async () => {
  await using session = await temporarySession();
  const strategist = await relayOf(session, "strategist");
  await strategist.call("broadcast", { subject: "sync", body: "…" });
  for (const role of roles) {
    const isOther = role !== "strategist";
    expect(mailOf(session, role)).toMatchObject(
      isOther ? [{ from: "strategist", to: role, subject: "sync", body: "…" }] : [],
    );
    expect(isPending(session, role)).toBe(isOther);
  }
});
