import type { Army } from "#app/app.ts";
import { FORMAT } from "#base/format.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { newMessage, testRoster } from "#store/store-fixture.contract.ts";

export interface ScriptedArmy extends Army {
  /** The requested actions, in order. */
  done: string[];
}

/** An army with real mail in memory, whose actions are only recorded. */
export async function anArmy({
  name = "ovld-test",
  ...given
}: Partial<Army> & { name?: string } = {}): Promise<ScriptedArmy> {
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const done: string[] = [];
  const roster = testRoster.roles.map(({ id }) => id);
  const absent = () => Promise.reject(new OvldError("pane-gone", { session: name, pane: "" }));
  return {
    entry: {
      ...{ version: FORMAT, name, directory: "/castle", started: new Date(0).toISOString(), multiplexer: "tmux" },
      ...{ formation: "overlord", roster, panes: {} },
    },
    ...{ store, roster: testRoster, done },
    state: async () => "running",
    rituals: async () => [],
    mood: async () => ({ mood: "unknown" }),
    onMood() {},
    onFailure() {},
    screen: absent,
    watchScreen() {
      throw new OvldError("pane-gone", { session: name, pane: "" });
    },
    control: absent,
    async focus(role) {
      done.push(`focus ${role}`);
      return true;
    },
    async restart(roles) {
      done.push(`restart ${roles.join(" ")}`);
    },
    async send({ to, body }) {
      if (body === "refused") throw new OvldError("role-unknown", { role: to, known: [] });
      done.push(`send ${to}: ${body}`);
      const message = await newMessage(store, { to, subject: body, body });
      await store.mail.put(message);
      return { message, delivery: { state: "queued", why: "busy", notified: true } };
    },
    ...given,
  };
}
