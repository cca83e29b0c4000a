import type { PaneSize } from "#multiplexer/pane-watcher.ts";
import { leavesOf, type PlannedNode, type PlannedTab, type Split } from "#multiplexer/session-plan.ts";

/** How large each pane of a tab becomes, in reading order. */
export function paneSizes({ split, panes }: Pick<PlannedTab, "split" | "panes">, whole: PaneSize): PaneSize[] {
  return divided(panes, split, whole);
}

function divided(nodes: readonly PlannedNode[], split: Split, whole: PaneSize): PaneSize[] {
  return nodes.flatMap((node) => {
    const share = node.size === undefined ? 1 / nodes.length : Number.parseInt(node.size, 10) / 100;
    const part =
      split === "columns"
        ? { ...whole, columns: Math.floor(whole.columns * share) }
        : { ...whole, rows: Math.floor(whole.rows * share) };
    return node.kind === "pane" ? leavesOf([node]).map(() => part) : divided(node.panes, node.split, part);
  });
}
