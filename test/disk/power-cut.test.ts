import { expect, test } from "vitest";
import { cutEverywhere } from "./cut-everywhere.ts";
import { randomScene } from "./random-scene.ts";
import { scenes } from "./scenes.ts";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`SEED=${seed}`);

test.for(Object.entries(scenes))("a power cut in %s breaks no promise", { timeout: 120_000 }, async ([name, scene]) => {
  const isSettled = name !== "a new army";
  const { states, steps, broken } = await cutEverywhere(scene, { durability: "power", isSettled, seed, most: 16 });
  console.log(`${name}: ${steps} steps, ${states} states, ${broken.size} promises broken`);
  expect([...broken]).toEqual([]);
});

test("a power cut during concurrent writes and reads breaks no promise", { timeout: 120_000 }, async () => {
  const options = { durability: "power", isSettled: true, seed, most: 4 } as const;
  const { states, steps, broken } = await cutEverywhere(randomScene(seed), options);
  console.log(`SEED=${seed}: ${steps} steps, ${states} states, ${broken.size} promises broken`);
  expect([...broken]).toEqual([]);
});

test('a power cut with durability "process" may lose or repeat mail, but leaves no torn message', async () => {
  const options = { durability: "process", isSettled: true, seed, most: 2 } as const;
  const { broken } = await cutEverywhere(scenes["mail of a reader that died"], options);
  const kinds = [...broken.keys()];
  const allowed = ["lost", "came again unmarked", "came again though acknowledged", "out of order"];
  expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
  expect(kinds).toContain("lost");
});
