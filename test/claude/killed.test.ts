import { readFile } from "node:fs/promises";
import { kill } from "node:process";
import { afterAll, expect, test, vi } from "vitest";
import { claudeSenses } from "#agent-cli/claude/senses.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { sessionNotifier } from "#app/mail/session-notifier.ts";
import { systemClock } from "#base/clock.ts";
import { identityOf, mayBeAlive } from "#base/process-identity.ts";
import { mailer } from "#mail/mailer.ts";
import type { MessageState } from "#mail/message.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { programsIn } from "#test/support/process-table.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { reader } from "./agent.ts";
import { processesWith, relaysAt } from "./agent-processes.ts";
import { type RealArmy, summonRealArmy } from "./army.ts";
import { withoutClaude } from "./claude-code.ts";
import type { Script } from "./scripted-model.ts";

const ROLE = "inferno";
const WAIT = { timeout: 60_000, interval: 100 };
const SOON = { timeout: 20_000, interval: 50 };
const steps = ["stored", "notified", "wait hook woken", "model asked", "tool taken", "acked"] as const;
const victims = ["agent", "relay", "wait hook"] as const;
type Step = (typeof steps)[number];
type Victim = (typeof victims)[number];

/** Holds the model's answers back during a kill. */
function hold(): { until: Promise<void>; release(): void } {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

interface Scene {
  field: RealArmy;
  /** Which answers are held back: to a wake-up, or to the mail itself. */
  held: Map<"wake" | "mail", Promise<void>>;
  /** Stores a message; notifies unless its sender dies before. */
  write(body: string, notifies: boolean): Promise<string>;
  state(id: string): Promise<MessageState | undefined>;
  /** Running processes of one victim. */
  living(victim: Victim): Promise<number[]>;
  restart(): Promise<void>;
}

async function setUp(): Promise<Scene> {
  const held: Scene["held"] = new Map();
  const script: Script = async (request) => {
    const hasMail = request.results.some((result) => result.includes("messages"));
    await held.get(hasMail ? "mail" : "wake");
    return reader(request);
  };
  const field = await summonRealArmy({ kind: "tmux", script, only: [ROLE], summon: ["--no-rituals"] });
  const { army } = field;
  const { folder, relay } = field.paths(ROLE);
  const store = fileRelayStore(relay);
  const roster = await store.roster();
  const notifier = sessionNotifier({
    ...{
      roster,
      sensesOf: claudeSenses,
      folders: { folder, relay },
      clock: systemClock,
      pending: store.pending,
    },
  });
  const post = mailer({ store, roster, clock: systemClock, notifier });
  const hooks = exchangePaths(field.paths(ROLE));
  const agentPid = async () => Number((await readFile(hooks.agent, "utf8")).split("\n")[0]);
  const isAlive = async (pid: number) => mayBeAlive(await identityOf(pid));
  return {
    field,
    held,
    async write(body, notifies) {
      if (notifies) return (await post.send({ from: "user", to: ROLE, subject: body, body })).message.id;
      const id = await store.mail.nextId();
      const fields = { from: "user", to: ROLE, subject: body, body, thread: id, timestamp: new Date().toISOString() };
      await store.mail.put({ id, ...fields, priority: "normal", state: "queued" });
      return id;
    },
    state: async (id) => (await store.mail.all()).find((message) => message.id === id)?.state,
    async living(victim) {
      const found = {
        agent: async () => [await agentPid()],
        relay: async () => relaysAt(relay),
        "wait hook": async () => processesWith("argv", hooks.hooksFolder),
      };
      const alive: number[] = [];
      for (const pid of await found[victim]()) if (await isAlive(pid)) alive.push(pid);
      return alive;
    },
    async restart() {
      const { status, stderr } = await army.ovld(["restart", ROLE, "--force"]);
      expect(status, stderr).toBe(0);
    },
  };
}

/** Brings one delivery to a step and holds it there if possible. The returned `goOn` releases it. */
async function reach(step: Step, body: string, scene: Scene): Promise<{ id: string; goOn(): void }> {
  const { field, held, write, state, living } = scene;
  const [waitHook = 0] = await living("wait hook");
  const [agent = 0] = await living("agent");
  const stop = (pid: number) => {
    kill(pid, "SIGSTOP");
    return () => void signal(pid, "SIGCONT");
  };
  const keep = (what: "wake" | "mail") => {
    const { until, release } = hold();
    held.set(what, until);
    return () => {
      held.delete(what);
      release();
    };
  };
  const isIn = (id: string, ...states: MessageState[]) =>
    vi.waitUntil(async () => states.includes((await state(id)) ?? "queued"), { ...WAIT, interval: 5 });
  switch (step) {
    case "stored":
      return { id: await write(body, false), goOn() {} };
    case "notified": {
      const goOn = stop(waitHook);
      return { id: await write(body, true), goOn };
    }
    case "wait hook woken": {
      const goOn = stop(agent);
      const id = await write(body, true);
      await vi.waitUntil(async () => (await living("wait hook")).length === 0, WAIT);
      return { id, goOn };
    }
    case "model asked": {
      const goOn = keep("wake");
      const from = field.model.requests.length;
      const id = await write(body, true);
      await field.model.receives("[MESSAGE from user]", from);
      return { id, goOn };
    }
    case "tool taken": {
      const goOn = keep("mail");
      const id = await write(body, true);
      await isIn(id, "read", "acked");
      return { id, goOn };
    }
    case "acked": {
      const id = await write(body, true);
      await isIn(id, "acked");
      return { id, goOn() {} };
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return kill(pid, name);
  } catch {
    // The process has ended meanwhile.
    return false;
  }
}

const unread: (MessageState | undefined)[] = ["queued", "woken"];
const table = [`| killed | ${steps.join(" | ")} |`, `|---|${steps.map(() => "---").join("|")}|`];
afterAll(() => console.log(table.join("\n")));

test.for(victims)(
  "no mail is lost and its state is correct when a real agent's %s is killed at each step of a delivery",
  {
    timeout: 300_000,
  },
  async (victim, context) => {
    const missing = withoutClaude || without("tmux");
    skipFor(context, missing);
    const scene = await setUp();
    await using field = scene.field;
    const { model } = field;
    const port = { ...claudeSenses().waker, ...claudeSenses().observer };
    const cells: string[] = [];
    for (const step of steps) {
      await field.rests();
      const body = `order at ${step.replaceAll(" ", "-")}`;
      const { id, goOn } = await reach(step, body, scene);
      const killed = (await scene.living(victim)).filter((pid) => signal(pid, "SIGKILL"));
      const left = await scene.state(id);
      goOn();
      if (victim === "agent" && steps.indexOf(step) < steps.indexOf("tool taken")) expect(unread, step).toContain(left);
      if (victim === "agent") {
        await vi.waitFor(async () => expect((await port.mood(field.paths(ROLE))).mood).toBe("gone"), SOON);
        for (const other of ["relay", "wait hook"] as const)
          await vi.waitFor(async () => expect(await scene.living(other), `${other} at ${step}`).toEqual([]), SOON);
      }
      if (victim === "relay") {
        await vi.waitFor(async () => expect(await scene.living("wait hook")).toEqual([]), SOON);
        expect((await port.mood(field.paths(ROLE))).mood, step).not.toBe("gone");
      }
      const received = () => model.requests.filter(({ results }) => results.some((result) => result.includes(body)));
      if (victim !== "wait hook") await scene.restart();
      await vi.waitFor(async () => expect(await scene.state(id), step).toBe("acked"), WAIT);
      // `acked` means that the agent CLI has the mail; an agent killed right after may not have sent it to the model.
      if (left !== "acked") await vi.waitFor(() => expect(received().length, step).toBeGreaterThan(0), WAIT);
      for (const { said } of received().slice(1)) expect(said).toMatch(/redelivered\W+true/);
      const end = killed.length > 0 ? "" : "had ended: ";
      cells.push(`${end}${left} → acked, its model was told ${received().length} ×`);
    }
    table.push(`| ${victim} | ${cells.join(" | ")} |`);
    expect((await field.army.ovld(["unsummon", "--force"])).status).toBe(0);
    const ours = () => programsIn(field.army.home).map(({ argv }) => argv.join(" "));
    await vi.waitFor(() => expect(ours()).toEqual([]), SOON);
  },
);
