import { expect, test } from "vitest";
import { sandboxContract } from "#sandbox/sandbox.contract.ts";
import { none } from "./none.ts";

sandboxContract(none(), { skip: false });

test("the command line is not changed", () => {
  expect(
    none().wrap(["claude", "--model", "opus"], { folders: [], readOnly: [], files: [], hidden: [] }, "/s"),
  ).toEqual(["claude", "--model", "opus"]);
});
