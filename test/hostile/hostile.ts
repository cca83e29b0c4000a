import { expect, test } from "vitest";
import { skipFor, without } from "#test/support/programs.ts";
import { type HostileFixture, type HostileFixtureOptions, hostileFixture } from "./hostile-fixture.ts";

/** A test with a hostile agent in a fixture of its own; fails if anything outside the sandbox was changed. */
export function hostile(
  name: string,
  work: (fixture: HostileFixture) => Promise<void>,
  { tolerated, ...options }: HostileFixtureOptions & { tolerated?: RegExp } = {},
): void {
  test(name, { timeout: 240_000 }, async (context) => {
    skipFor(context, without("bwrap") || without("tmux"));
    await using fixture = await hostileFixture(options);
    await work(fixture);
    expect(fixture.canaries.harmed().filter((line) => !tolerated?.test(line))).toEqual([]);
  });
}
