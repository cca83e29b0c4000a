import { expect, test } from "vitest";
import type { Army } from "#app/app.ts";
import { aScene, aSnapshot } from "#test/tui/a-scene.ts";
import { anArmy } from "#test/tui/an-army.ts";
import { carryOut } from "./carry-out.ts";
import { textOf } from "./draft.ts";
import type { Order } from "./press.ts";
import { firstUi, type Ui } from "./ui.ts";

const ref = { army: "ovld-test", role: "inferno" };

async function after(order: Extract<Order, { ref: object }>, army: Army, from: Ui = firstUi): Promise<Ui> {
  let ui = from;
  const scene = aScene({ snapshots: [aSnapshot({ army: "ovld-test" })] });
  await carryOut(order, {
    ...{ armies: async () => [army], words: scene.words, scene: () => scene },
    change(next) {
      ui = next(ui);
    },
  });
  return ui;
}

test("sends a message and shows its state", async () => {
  const army = await anArmy();
  const ui = await after({ do: "send", ref, text: "焼け" }, army);
  expect(army.done).toEqual(["send inferno: 焼け"]);
  expect(ui.notice).toEqual({ tone: "good", text: "Stored for Inferno (busy)." });
});

test("shows at once that the agent has ended, and the key that restarts it", async () => {
  const { send } = await anArmy();
  const army = await anArmy({
    send: async (letter) => ({
      ...(await send(letter)),
      delivery: { state: "queued", why: "no-agent", notified: false },
    }),
  });
  expect((await after({ do: "send", ref, text: "burn" }, army)).notice).toEqual({
    ...{ tone: "bad", text: "Stored for Inferno, but its agent has ended. Press r to restart it." },
  });
});

test("a text that could not be sent is restored in the composer, unless there is a new draft", async () => {
  const army = await anArmy();
  const ui = await after({ do: "send", ref, text: "refused" }, army);
  expect([ui.mode, ui.addressee, textOf(ui.draft)]).toEqual(["write", ref, "refused"]);
  expect(ui.notice).toMatchObject({ tone: "bad", text: expect.stringContaining("Failed") });
  const busy: Ui = { ...firstUi, mode: "write", draft: { before: "other", after: "" } };
  expect(textOf((await after({ do: "send", ref, text: "refused" }, army, busy)).draft)).toBe("other");
});

test("focuses a pane, and shows a notice if no terminal is attached", async () => {
  const army = await anArmy();
  expect((await after({ do: "focus", ref }, army)).notice?.text).toBe("The multiplexer shows Inferno.");
  const alone = await anArmy({ focus: async () => false });
  expect((await after({ do: "focus", ref }, alone)).notice?.text).toContain("`ovld attach ovld-test`");
});

test("asks before a restart, and shows the result", async () => {
  const army = await anArmy();
  expect(await after({ do: "ask-restart", ref }, army)).toMatchObject({ mode: "restart", chosen: ref });
  expect((await after({ do: "restart", ref }, army)).notice?.text).toBe("Inferno was restarted.");
  expect(army.done).toEqual(["restart inferno"]);
});
