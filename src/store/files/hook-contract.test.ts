import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { verifies } from "#test/support/verifies.ts";
import { fileFixture } from "./file-fixture.contract.ts";

/** The contract for hooks in `docs/relay.md`, read as a hook does: by a shell that starts no program. */
function asHook(folder: string): string {
  const script = `
    [ -e "$OVLD_RELAY_DIR/pending/$OVLD_ROLE" ] || { echo none; exit; }
    [ -e "$OVLD_RELAY_DIR/pending/$OVLD_ROLE.urgent" ] && IFS= read -r urgent <"$OVLD_RELAY_DIR/pending/$OVLD_ROLE.urgent"
    IFS= read -r line <"$OVLD_RELAY_DIR/pending/$OVLD_ROLE"
    echo "$line|$urgent"`;
  const env = { OVLD_RELAY_DIR: folder, OVLD_ROLE: "inferno", PATH: "" };
  return execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" }).trimEnd();
}

verifies("relay:inbox", "a shell can read that there is mail, its senders, and that it was read", async () => {
  await using fixture = await fileFixture();
  const { store, folder } = fixture;
  expect(asHook(folder)).toBe("none");
  await store.pending.mark("inferno", await send(store, { from: "strategist" }));
  expect(asHook(folder)).toBe("[MESSAGE from strategist] You have mail: call check_inbox.|");
  await store.pending.mark("inferno", await send(store, { from: "user", priority: "urgent" }));
  expect(asHook(folder)).toBe(
    "[MESSAGE from strategist, user] You have mail: call check_inbox.|[MESSAGE from user] You have urgent mail: call check_inbox now.",
  );
  await readIds(store);
  expect(asHook(folder)).toBe("none");
  expect(readdirSync(join(folder, "pending"))).toEqual([]);
});

test("the line is in the session's language", async () => {
  await using fixture = await fileFixture({ ...testRoster, settings: { ...testRoster.settings, lang: "ja" } });
  await fixture.store.pending.mark("inferno", await send(fixture.store, { priority: "urgent" }));
  expect(asHook(fixture.folder)).toBe(
    "[MESSAGE from overlord] メッセージが届いています。check_inbox を呼んでください。|[MESSAGE from overlord] 緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
  );
});

test("after reading urgent mail, the mark of the other unread mail stays", async () => {
  await using fixture = await fileFixture();
  const { store, folder } = fixture;
  await store.pending.mark("inferno", await send(store, { priority: "urgent" }));
  const taken = await store.mail.take("inferno");
  await store.pending.mark("inferno", await send(store, { from: "storm" }));
  await taken.acknowledge();
  expect(existsSync(join(folder, "pending", "inferno.urgent"))).toBe(false);
  const text = readFileSync(join(folder, "pending", "inferno"), "utf8");
  expect(text).toMatch(/^\[MESSAGE from [^\n]+\n\{"newest":"[a-z0-9]{26}",.*\}\n$/);
});
