import type { PlannedNode, PlannedPane, PlannedTab, Split } from "#multiplexer/session-plan.ts";

export interface Area {
  columns: number;
  rows: number;
}

/** Percentages of the window that panes must have for the planned layout, at any window size. */
export type FitShares = ReadonlyMap<PlannedPane, readonly { axis: keyof Area; percent: number }[]>;

/** The first node's part of an area and the part of the rest, with a border line between them. */
export function cutOff(nodes: readonly PlannedNode[], split: Split, area: Area): { own: Area; left: Area } {
  if (nodes.length < 2) return { own: area, left: { columns: 0, rows: 0 } };
  const [first = 0] = shares(nodes);
  const free = area[split] - 1;
  const left = Math.min(Math.max(Math.round(free * (1 - first)), 1), free - 1);
  return { own: { ...area, [split]: free - left }, left: { ...area, [split]: left } };
}

/** tmux distributes a change of size evenly; resizing these panes restores the planned borders. */
export function sharesOf({ split, panes }: PlannedTab): FitShares {
  const found = new Map<PlannedPane, { axis: keyof Area; percent: number }[]>();
  const walk = (nodes: readonly PlannedNode[], axis: Split, whole: Area) => {
    const parts = shares(nodes);
    for (const [index, node] of nodes.entries()) {
      const own = { ...whole, [axis]: whole[axis] * (parts[index] ?? 0) };
      const handle = index < nodes.length - 1 ? handleOf(node, axis) : undefined;
      if (handle) found.set(handle, [...(found.get(handle) ?? []), { axis, percent: Math.round(own[axis]) }]);
      if (node.kind === "split") walk(node.panes, node.split, own);
    }
  };
  walk(panes, split, { columns: 100, rows: 100 });
  return found;
}

/** A pane of the same size as the node along the axis; undefined if the node itself is split in that direction. */
function handleOf(node: PlannedNode, axis: Split): PlannedPane | undefined {
  if (node.kind === "pane") return node;
  return node.split === axis ? undefined : node.panes.find(isPane);
}

function isPane(node: PlannedNode): node is PlannedPane {
  return node.kind === "pane";
}

/** Each node's part of the whole; nodes without a size share the remainder. */
function shares(nodes: readonly PlannedNode[]): number[] {
  const sizes = nodes.map(({ size }) => (size === undefined ? undefined : Number.parseInt(size, 10)));
  const sized = sizes.filter((size) => size !== undefined);
  const left = Math.max(100 - sum(sized), 0) / Math.max(sizes.length - sized.length, 1);
  const parts = sizes.map((size) => size ?? left);
  const whole = sum(parts) || 1;
  return parts.map((part) => part / whole);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
