import { expect, test } from "vitest";
import { otherNode, withoutNode } from "#test/support/other-node.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";

test.for([22, 24])("the built program works on Node %i", { timeout: 300_000 }, async (major, context) => {
  skipFor(context, withoutNode(major));
  await using army = await temporaryArmy();
  const node = await otherNode(major);
  for (const args of [
    ["--version"],
    ["--help", "--lang", "ja"],
    ["init"],
    ["config", "--json"],
    ["paths"],
    ["completions", "bash"],
    ["help", "exit-codes"],
  ]) {
    const { status, stdout, stderr } = await army.ovld(args, { node });
    expect({ status, stderr }, args.join(" ")).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toBe("");
  }
  const doctor = await army.ovld(["doctor", "--json"], { node });
  expect(JSON.parse(doctor.stdout).checks[0]).toMatchObject({
    name: "node",
    state: "ok",
    found: expect.stringMatching(`^${major}\\.`),
  });
  expect((await army.ovld(["sumon"], { node })).status).toBe(2);
});
