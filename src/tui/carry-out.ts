import type { Army } from "#app/app.ts";
import { asOvldError } from "#errors/ovld-error.ts";
import { errorText } from "#i18n/error-text.ts";
import { roleName } from "./footer.ts";
import type { Order } from "./press.ts";
import type { Scene } from "./scene.ts";
import { askRestart, type Notice, type RoleRef, type Ui } from "./ui.ts";
import type { Words } from "./words.ts";

export interface OrderParts {
  armies(): Promise<readonly Army[]>;
  words: Words;
  scene(): Scene;
  change(next: (ui: Ui) => Ui): void;
}

type ArmyOrder = Extract<Order, { ref: RoleRef }>;

/** Never throws: a notice on the screen reports success or failure. */
export async function carryOut(order: ArmyOrder, parts: OrderParts): Promise<void> {
  const { words, change } = parts;
  const say = (tone: Notice["tone"], text: string) => change((ui) => ({ ...ui, notice: { tone, text } }));
  const name = roleName(order.ref, parts.scene());
  try {
    const army = (await parts.armies()).find((one) => one.entry.name === order.ref.army);
    if (army) await obey(order, army, { ...parts, name, say });
  } catch (error) {
    say("bad", words.dashboard.failed(errorText(asOvldError(error), words).message));
    if (order.do === "send") change((ui) => giveBack(ui, order));
  }
}

interface Voice extends OrderParts {
  name: string;
  say(tone: Notice["tone"], text: string): void;
}

async function obey(order: ArmyOrder, army: Army, { words, name, say, change }: Voice): Promise<void> {
  const { restart, focus, send } = words.dashboard;
  const { role } = order.ref;
  switch (order.do) {
    case "focus":
      return (await army.focus(role))
        ? say("good", focus.done(name))
        : say("good", focus.unwatched(name, army.entry.name));
    case "ask-restart":
      return change((ui) => askRestart(ui, order.ref));
    case "restart":
      say("good", restart.under(name));
      await army.restart([role]);
      return say("good", restart.done(name));
    case "send": {
      say("good", send.under(name));
      const { delivery } = await army.send({ to: role, body: order.text });
      if (delivery.state === "woken") return say("good", send.woken(name));
      if (delivery.why === "no-agent") return say("bad", send.ended(name));
      return say("good", send.queued(name, words.mail.waits[delivery.why]));
    }
  }
}

/** Restores the composer with a text that could not be sent. */
function giveBack(ui: Ui, { ref, text }: Extract<Order, { do: "send" }>): Ui {
  if (ui.mode !== "watch" || ui.draft.before + ui.draft.after !== "") return ui;
  return { ...ui, mode: "write", chosen: ref, addressee: ref, draft: { before: text, after: "" } };
}
