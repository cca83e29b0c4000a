import { expect, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { roles } from "#test/support/army-roles.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { reader } from "./agent.ts";
import { type RealArmy, summonRealArmy } from "./army.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, use } from "./scripted-model.ts";

const ORDERS = 20;
/** Messages that each order makes its reader send: 200 in all. */
const NOTES = 9;
const WAIT = { timeout: 150_000, interval: 500 };

const draftOf = (role: string) => `half a thought of ${role}, 書きかけ`;

/** Reads its mail, and sends the notes of each order in it. */
function writer(): Script {
  const done = new Set<string>();
  return (request) => {
    const { role = "", results, tools } = request;
    const send = tools.find((name) => name.endsWith("__send_message")) ?? "";
    const orders = [...results.join("\n").matchAll(/ORDER-\d+/g)].map(([order]) => order);
    const fresh = [...new Set(orders)].filter((order) => !done.has(order));
    for (const order of fresh) done.add(order);
    const others = roles.filter((other) => other !== role);
    const notes = fresh.flatMap((order) =>
      Array.from({ length: NOTES }, (_, n) =>
        use(send, {
          to: others[n % others.length],
          subject: `note ${n}`,
          body: `after the ${n + 1}. of ${order.slice(6)}`,
        }),
      ),
    );
    return notes.length > 0 ? notes.flat() : reader(request);
  };
}

const composerIn = async ({ screen }: RealArmy, role: string) => {
  const composer = composerOf({ screen: await screen(role) });
  return composer.state === "draft" ? composer.text.replaceAll(/\s/g, "") : composer.state;
};

test.for([["tmux"], ["zellij"]] as [MultiplexerKind][])(
  "200 messages reach six agents with a draft in every pane: all are read, no draft is sent or changed (%s)",
  { timeout: 300_000 },
  async ([kind], context) => {
    const missing = withoutClaude || without(kind);
    skipFor(context, missing);
    await using field = await summonRealArmy({ kind, script: writer(), summon: ["--no-rituals"] });
    await field.rests();
    for (const role of roles) await field.type(role, draftOf(role));
    for (let order = 0; order < ORDERS; order++) {
      const to = roles[order % roles.length] ?? "";
      expect((await field.army.ovld(["send", to, `ORDER-${order}`])).status).toBe(0);
    }
    const states = await vi.waitFor(async () => {
      const found = (await field.log()).map(({ state }) => state);
      expect(found.filter((state) => state === "acked")).toHaveLength(ORDERS * (1 + NOTES));
      return found;
    }, WAIT);
    expect(states).toHaveLength(ORDERS * (1 + NOTES));
    for (const role of roles) expect(await composerIn(field, role)).toBe(draftOf(role).replaceAll(/\s/g, ""));
    expect(field.model.requests.filter(({ said }) => said.includes("half a thought"))).toEqual([]);
    expect(await field.keystrokes()).toEqual([]);
    console.log(`${kind}: six drafts, ${states.length} messages read, 0 drafts sent, 0 changed`);
    await field.army.ovld(["unsummon", "--force"]);
  },
);
