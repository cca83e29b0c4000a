import { paddedLeft, steady, widthOf } from "./fit.ts";
import { cutLine, joinFitting, type Line, span, widthOfLine } from "./line.ts";
import type { Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import { chosenAmong, isSame, type RoleRef } from "./ui.ts";

/** The army and its state, and the position of the chosen role among many. */
export function titleLine(scene: Scene, refs: readonly RoleRef[]): Line {
  const { snapshots, words, columns, ui, isAll } = scene;
  const only = isAll ? undefined : snapshots?.[0];
  // Before the first snapshots the number of armies is unknown.
  const count: Line[] = snapshots ? [[span(words.dashboard.armies(snapshots.length), "quiet")]] : [];
  const parts: Line[] = only ? armyFacts(only, scene) : [[span("ovld", "strong")], ...count];
  const chosen = chosenAmong(ui, refs);
  const at = refs.findIndex((ref) => isSame(ref, chosen)) + 1;
  const position = at > 0 ? `${at}/${refs.length}` : "";
  const [first = [], ...others] = parts;
  const room = columns - widthOf(position) - 2;
  const line = joinFitting([cutLine(first, room), ...others], room);
  return [...line, span(paddedLeft(position, Math.max(0, columns - widthOfLine(line))), "quiet")];
}

export function armyFacts({ army, state, directory }: Snapshot, { words }: Scene): Line[] {
  return [
    [span(army, "strong")],
    ...(state ? [[span(words.status.states[state], state === "running" ? "good" : "bad")]] : []),
    [span(steady(directory), "quiet")],
  ];
}
