import { refuseUnrenderable } from "#multiplexer/plain-text.ts";
import type { PlannedNode, PlannedPane, SessionPlan, Split } from "#multiplexer/session-plan.ts";

/** The plan as a KDL layout, with a tab bar and a status bar for the person. */
export function renderLayout(plan: SessionPlan): string {
  const lines = [
    "layout {",
    `    cwd ${path(plan.directory, "directory")}`,
    "    default_tab_template {",
    ...bar("zellij:tab-bar"),
    "        children",
    ...bar("zellij:status-bar"),
    "    }",
  ];
  for (const tab of plan.tabs) {
    lines.push(`    tab name=${text(tab.name, "tab")}${tab.focus ? " focus=true" : ""} {`);
    lines.push(...(tab.panes.length === 1 ? tab.panes.flatMap((node) => render(node, 2)) : renderSplit(tab, 2)));
    lines.push("    }");
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

function bar(plugin: string): string[] {
  return ["        pane size=1 borderless=true {", `            plugin location="${plugin}"`, "        }"];
}

function render(node: PlannedNode, depth: number): string[] {
  return node.kind === "pane" ? renderPane(node, depth) : renderSplit(node, depth);
}

function renderPane({ title, size, launch }: PlannedPane, depth: number): string[] {
  const [program, ...args] = launch.argv;
  const indent = "    ".repeat(depth);
  return [
    `${indent}pane name=${text(title, "title")}${sized(size)} {`,
    `${indent}    command ${path(program, title)}`,
    ...(args.length > 0 ? [`${indent}    args ${args.map((arg) => text(arg, title)).join(" ")}`] : []),
    `${indent}}`,
  ];
}

interface RenderedSplit {
  split: Split;
  size?: string;
  panes: readonly PlannedNode[];
}

/** zellij names a split after the line between the panes: side by side is "vertical". */
function renderSplit({ split, size, panes }: RenderedSplit, depth: number): string[] {
  const indent = "    ".repeat(depth);
  const direction = split === "columns" ? "vertical" : "horizontal";
  return [
    `${indent}pane split_direction="${direction}"${sized(size)} {`,
    ...panes.flatMap((node) => render(node, depth + 1)),
    `${indent}}`,
  ];
}

function sized(size: string | undefined): string {
  return size === undefined ? "" : ` size="${size}"`;
}

function text(value: string, place: string): string {
  refuseUnrenderable(value, place);
  const escaped = value
    .replaceAll(/["\\]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll(/\p{Control}/gu, (control) => `\\u{${control.charCodeAt(0).toString(16)}}`);
  return `"${escaped}"`;
}

/** zellij expands `$NAME` in paths and programs, but not in arguments. */
function path(value: string, place: string): string {
  return text(value.replaceAll("$", "$$$$"), place);
}
