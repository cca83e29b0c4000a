import { spawnSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { systemClock } from "#base/clock.ts";
import { paneLock } from "#home/pane-lock.ts";
import { paneChannel } from "#mail/pane-channel.ts";
import type { Roster } from "#mail/roster.ts";
import { tmux } from "#multiplexer/tmux/tmux.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { Request } from "../worker.ts";

type Outcome = Promise<{ ok: boolean; why?: string }>;
type Send = Extract<Request, { job: "send" }>;
type Put = Extract<Request, { job: "put" }>;

/** The same work through ovld's modules and through bare calls, as a program of its own; see ../worker.ts. */
export async function beWorker(kind: string): Promise<void> {
  const say = (reply: object) => writeSync(1, `${JSON.stringify(reply)}\n`);
  say({ ok: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    const job = jobs[`${kind} ${request.job}`] as (request: Request) => Outcome;
    say(await job(request).catch((error) => ({ ok: false, why: String(error) })));
  }
}

const env = process.env as Record<string, string>;

const jobs: Record<string, unknown> = {
  async "ovld send"({ session, pane, text }: Send): Outcome {
    const channel = paneChannel({
      ...{ session, paneInput: tmux({ program: "tmux", env }), composerOf: () => composerOf, clock: systemClock },
      paneOf: async () => pane,
      lockPane: paneLock(env.HOME ?? ""),
    });
    const outcome = await channel.notify("reader", text);
    return outcome.state === "woken" ? { ok: true } : { ok: false, why: String(outcome.why) };
  },
  async "bare send"({ pane, text }: Send): Outcome {
    const paste = ["load-buffer", "-b", `b${process.pid}`, "-", ";", "paste-buffer", "-p", "-d", "-b"];
    const first = spawnSync("tmux", [...paste, `b${process.pid}`, "-t", pane], { env, input: text });
    const second = spawnSync("tmux", ["send-keys", "-t", pane, "Enter"], { env });
    return { ok: first.status === 0 && second.status === 0 };
  },
  async "ovld put"({ folder, from, bodies }: Put): Outcome {
    const store = fileRelayStore(folder);
    await acknowledge(bodies, async (body) => {
      const id = await store.mail.nextId();
      const fields = { from, to: "reader", subject: "report", body, timestamp: new Date().toISOString() };
      await store.mail.put({ id, thread: id, ...fields, priority: "normal", state: "queued" });
    });
    return { ok: true };
  },
  async "bare put"({ folder, from, bodies }: Put): Outcome {
    let count = 0;
    await acknowledge(bodies, (body) => {
      const name = `${from}-${process.pid}-${count++}-${bodies[0]?.slice(0, 12)}`;
      const handle = openSync(join(folder, `.${name}.tmp`), "wx", 0o600);
      writeFileSync(handle, body);
      fsyncSync(handle);
      closeSync(handle);
      renameSync(join(folder, `.${name}.tmp`), join(folder, `${name}.json`));
    });
    return { ok: true };
  },
};

async function acknowledge(bodies: readonly string[], put: (body: string) => unknown): Promise<void> {
  for (const body of bodies) {
    const before = performance.now();
    await put(body);
    writeSync(1, `${JSON.stringify({ ack: body.slice(0, 40), ms: performance.now() - before })}\n`);
  }
}

/** A store with one inbox, that of `reader`. */
export async function newStore(folder: string): Promise<void> {
  const role = { id: "reader", name: { en: "", ja: "" }, icon: "", rank: 1 };
  const settings = { lang: "en", knowledge: false, durability: "power" } as const;
  const roster: Roster = { session: "bench", roles: [role], settings };
  await fileRelayStore(folder).initialise(roster);
}
