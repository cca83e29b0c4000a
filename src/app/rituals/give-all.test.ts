import { expect, test } from "vitest";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { giveAll } from "./give-all.ts";
import type { RitualProgress } from "./give-rituals.ts";
import { readRitualProgress } from "./ritual-progress.ts";

const SESSION = "ovld-project";
const rituals = [
  { role: "storm", text: "# Storm\n" },
  { role: "shadow", text: "# Shadow\n" },
];

async function given(services: MemoryServices, prepare: () => void = () => {}) {
  const entry = await summonedArmy(services);
  prepare();
  const reported: RitualProgress[] = [];
  await giveAll(entry, rituals, { report: (progress) => void reported.push(progress) }, services.config, services);
  return reported.map(({ role, state, blocker }) => [role, state, ...(blocker ? [blocker] : [])].join(" "));
}

test("each ritual is typed into its role's pane, submitted and recorded", async () => {
  await using services = await memoryServices();
  expect(await given(services)).toEqual(["storm given", "shadow given"]);
  expect(services.multiplexer.pane(SESSION, "storm").given).toEqual(["# Storm", "\r"]);
  expect(services.multiplexer.pane(SESSION, "shadow").given).toEqual(["# Shadow", "\r"]);
  expect(await readRitualProgress(SESSION, services)).toMatchObject([{ state: "given" }, { state: "given" }]);
});

test("nothing is typed into a person's draft, and the other roles get their rituals", async () => {
  await using services = await memoryServices();
  const reported = await given(services, () => services.multiplexer.pane(SESSION, "storm").show("> my own"));
  expect(reported).toEqual(["storm waiting draft", "shadow given", "storm failed"]);
  expect(services.multiplexer.pane(SESSION, "storm").given).toEqual([]);
});

test("the focus of an attached person is restored", async () => {
  await using services = await memoryServices();
  await given(services, () => services.multiplexer.lookAt(SESSION, "glacier"));
  const title = (id: unknown) => services.multiplexer.session(SESSION)?.panes.find((pane) => pane.id === id)?.title;
  const shown = services.multiplexer.calls.flatMap(([call, _, pane]) => (call === "focus" ? [title(pane)] : []));
  expect(shown).toEqual(["storm", "glacier", "shadow", "glacier"]);
});
