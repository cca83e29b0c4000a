import { showDraft, textOf } from "./draft.ts";
import { cut, paddedLeft, steady, widthOf } from "./fit.ts";
import { joinFitting, type Line, span, widthOfLine } from "./line.ts";
import { nameOf, type Scene } from "./scene.ts";
import type { RoleRef } from "./ui.ts";

export interface Footer {
  line: Line;
  /** Column of the caret while text is typed; input methods show their candidates there. */
  caret?: number;
}

/** The last line: the keys, or the text being typed. */
export function footerOf(scene: Scene): Footer {
  const { ui, words, columns } = scene;
  const { composer, filter, restart } = words.dashboard;
  switch (ui.mode) {
    case "write":
      return typed(composer.to(roleName(ui.addressee, scene)), ui.draft, composer.hint, columns);
    case "filter":
      return typed("/", ui.filter, filter.hint, columns);
    case "restart":
      return { line: [span(restart.question(roleName(ui.chosen, scene)), "warn")] };
    case "watch":
    case "help":
      return { line: keysLine(scene) };
  }
}

/** Most needed first: a narrow screen shows only the first keys. */
function keysLine({ ui, words, columns }: Scene): Line {
  const { quit, choose, pane, write, restart, filter, all, help } = words.dashboard.keys;
  const filtered = steady(textOf(ui.filter));
  const order = filtered
    ? [all, quit, help, choose, pane, write, restart]
    : [quit, help, write, choose, pane, filter, restart];
  const parts = order.map(([key = "", what = ""]): Line => [span(key, "strong"), span(` ${what}`, "quiet")]);
  const mark: Line[] = filtered ? [[span(cut(`/${filtered}`, Math.floor(columns / 3)), "warn")]] : [];
  return joinFitting([...mark, ...parts], columns);
}

function typed(label: string, draft: Parameters<typeof showDraft>[0], hint: string, columns: number): Footer {
  const room = Math.max(4, columns - widthOf(label) - 1);
  const { text, caret } = showDraft(draft, room);
  const line: Line = [span(label, "info"), span(text)];
  const left = columns - widthOfLine(line) - 2;
  const behind = left >= widthOf(hint) ? [span(paddedLeft(hint, left + 2), "quiet")] : [];
  return {
    line: [...line, ...behind],
    caret: Math.min(columns - 1, widthOf(label) + caret),
  };
}

export function roleName(ref: RoleRef | undefined, scene: Scene): string {
  const snapshot = scene.snapshots?.find(({ army }) => army === ref?.army);
  return ref ? nameOf(ref.role, snapshot ?? { roles: [] }, scene) : "";
}
