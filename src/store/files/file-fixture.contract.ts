import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "#base/log.ts";
import { ownIdentity, type ProcessIdentity } from "#base/process-identity.ts";
import { movableClock, type StoreFixture, testRoster } from "#store/store-fixture.contract.ts";
import { fileRelayStore } from "./relay-store.ts";

export interface FileFixture extends StoreFixture {
  folder: string;
  /** Log entries of the store. */
  logged: { event: string; [field: string]: unknown }[];
}

/** A store in its own folder; each other process is a real one that only provides its identity. */
export async function fileFixture(roster = testRoster): Promise<FileFixture> {
  const parent = await mkdtemp(join(tmpdir(), "ovld-store-"));
  const folder = join(parent, "relay");
  const clock = movableClock();
  const logged: FileFixture["logged"] = [];
  const log: Log = { write: (_level, event, fields) => logged.push({ event, ...fields }) };
  const store = fileRelayStore(folder, { clock, log });
  await store.initialise(roster);
  const lenders: Lender[] = [];
  return {
    ...{ folder, logged, store, clock },
    async open() {
      const lender = await lendIdentity();
      lenders.push(lender);
      return { store: fileRelayStore(folder, { clock, log, owner: lender.identity }), die: lender.die };
    },
    async [Symbol.asyncDispose]() {
      for (const { die } of lenders) await die();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

interface Lender {
  identity: ProcessIdentity;
  die(): Promise<void>;
}

async function lendIdentity(): Promise<Lender> {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  await once(child, "spawn");
  const { space } = await ownIdentity();
  return {
    identity: { pid: child.pid ?? 0, started: undefined, space },
    async die() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
