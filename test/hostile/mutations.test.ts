import fc from "fast-check";
import { expect, test } from "vitest";
import { skipFor, without } from "#test/support/programs.ts";
import { afterAll } from "./after-all.ts";
import { type HostileFixture, type HostileFixtureOptions, hostileFixture, MINE } from "./hostile-fixture.ts";
import { mutate, type Step } from "./mutate.ts";
import { mutation } from "./mutations.ts";

/**
 * A long run: `HOSTILE_ROUNDS=200 npx vitest run test/hostile/mutations.test.ts`. SEED repeats a run, and SHRINK=1
 * finds the smallest failing example.
 */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 2);
/** CI uses a fixed seed, so that a failure is caused by the change; other runs use a new one. */
const seed = Number(process.env.SEED ?? (process.env.CI ? 24 : Date.now() % 2 ** 31));
const isShrunk = process.env.SHRINK === "1";
/** Milliseconds of a round on a busy machine; shrinking a failure takes about fifty rounds. */
const A_ROUND = 90_000;

const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ file: fc.nat(1000), mutation }), {
  minLength: 10,
  maxLength: 25,
  size: "max",
});

function forAll(
  name: string,
  options: HostileFixtureOptions,
  check: (fixture: HostileFixture, steps: Step[]) => Promise<void>,
) {
  test(name, { timeout: A_ROUND * (rounds + (isShrunk ? 60 : 1)) }, async (context) => {
    skipFor(context, without("bwrap") || without("tmux"));
    console.log(`SEED=${seed}`);
    const property = fc.asyncProperty(steps, async (made) => {
      await using fixture = await hostileFixture(options);
      await check(fixture, made);
    });
    await fc.assert(property, { seed, numRuns: rounds, endOnFailure: !isShrunk });
  });
}

forAll("no change of a confined agent to its session harms anything outside", {}, async (fixture, made) => {
  const done = await mutate(fixture, made);
  expect(await afterAll(fixture), done.join("\n")).toEqual([]);
});

/** An unconfined agent can do any harm itself, so only proper exits and a clean terminal are promised. */
forAll(
  "no change of a user's process to a session makes a command hang or crash",
  { as: "plain" },
  async (fixture, made) => {
    const done = await mutate(fixture, made);
    expect(await afterAll(fixture), done.join("\n")).toEqual([]);
  },
);

forAll("no change of an agent to the files of one role hides the other roles", {}, async (fixture, made) => {
  const done = (await mutate(fixture, made, (path) => path.includes("storm"))).join("\n");
  const [status, dashboard, log, inbox, report] = await Promise.all([
    fixture.ovld("status", MINE, "--json"),
    fixture.ovld("dashboard", "--plain"),
    fixture.ovld("log"),
    fixture.ovld("inbox", "glacier"),
    fixture.ovld("report"),
  ]);
  const { roles } = JSON.parse(status.stdout) as { roles: { role: string; mood: string; status: string }[] };
  const others = roles.filter(({ role }) => role !== "storm");
  expect(
    others.map(({ mood, status }) => `${mood} ${status}`),
    done,
  ).toEqual(Array(5).fill("ready working"));
  for (const { role } of others) {
    expect(dashboard.stdout, done).toContain(`the task of ${role}`);
    expect(log.stdout, done).toContain(`read mail for ${role}`);
    expect(report.stdout, done).toContain(role);
  }
  expect(inbox.stdout, done).toContain("unread mail for glacier");
});
