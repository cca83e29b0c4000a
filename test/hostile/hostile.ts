import { expect, test } from "vitest";
import { skipFor, without } from "#test/support/programs.ts";
import { type HostileWorld, type HostileWorldOptions, hostileWorld } from "./hostile-world.ts";

/** A test in a world of its own with a hostile agent; whatever the agent did, nothing outside its reach was harmed. */
export function hostile(
  name: string,
  work: (world: HostileWorld) => Promise<void>,
  { tolerated, ...options }: HostileWorldOptions & { tolerated?: RegExp } = {},
): void {
  test(name, { timeout: 240_000 }, async (context) => {
    skipFor(context, without("bwrap") || without("tmux"));
    await using world = await hostileWorld(options);
    await work(world);
    expect(world.canaries.harmed().filter((line) => !tolerated?.test(line))).toEqual([]);
  });
}
