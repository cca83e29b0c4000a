import { expect, test } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { renderLayout } from "./layout.ts";

const planOf = (argv: [string, ...string[]], directory = "/p"): SessionPlan => ({
  session: "ovld-a",
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
});

test("an invalid argument is refused with its location", () => {
  for (const value of ["a\0b", "\ud800", "x\udc00y"]) {
    expect(() => renderLayout(planOf(["cat", value]))).toThrow(
      expect.objectContaining({ code: "layout-unrenderable", details: { place: "one", value } }),
    );
    expect(() => renderLayout(planOf(["cat"], value))).toThrow(
      expect.objectContaining({ details: { place: "directory", value } }),
    );
  }
});

test("a dollar is doubled only if zellij would expand a variable", () => {
  const layout = renderLayout(planOf(["/bin/$x", "$HOME"], "/p/$HOME"));
  expect(layout).toContain('cwd "/p/$$HOME"');
  expect(layout).toContain('command "/bin/$$x"');
  expect(layout).toContain('args "$HOME"');
});

test("a split in a split keeps its direction and size", () => {
  const pane = (title: string) => ({ kind: "pane", title, launch: { argv: ["cat"] } }) as const;
  const inner = { kind: "split", split: "rows", size: "30%", panes: [pane("b"), pane("c")] } as const;
  const plan: SessionPlan = {
    session: "ovld-a",
    directory: "/p",
    tabs: [{ name: "only", focus: true, split: "columns", panes: [pane("a"), inner] }],
  };
  const shape = renderLayout(plan).match(/split_direction="\w+"( size="30%")?|name="[abc]"/g);
  expect(shape).toEqual([
    'split_direction="vertical"',
    'name="a"',
    'split_direction="horizontal" size="30%"',
    'name="b"',
    'name="c"',
  ]);
});
