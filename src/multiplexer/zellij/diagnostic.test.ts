import { expect, test } from "vitest";
import { diagnosticLine } from "./diagnostic.ts";

test("a diagnostic becomes one line", () => {
  const box = `  × Failed to parse Zellij configuration
   ╭─[/o/layout.kdl:2:17]
 1 │     layout {
 2 │ ╭─▶  tab name="x" { pane {
 3 │ ├─▶  } }
   · ╰──┤ Failed to deserialize KDL node.
   ·    │ Possible reasons:
 6 │     }
   ╰────
  help: For more information, please see our configuration guide`;
  expect(diagnosticLine(box)).toBe(
    "Failed to parse Zellij configuration: /o/layout.kdl:2:17: Failed to deserialize KDL node.",
  );
  expect(diagnosticLine("something else")).toBeUndefined();
});
