import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { aScene, aSnapshot } from "#test/tui/a-scene.ts";
import { anArmy } from "#test/tui/an-army.ts";
import { openDriver } from "./driver.ts";
import { type Key, parseKeys } from "./keys.ts";

/** The dashboard of one army without a terminal; records the output. */
async function driven() {
  const writes: string[] = [];
  const size = { columns: 80, rows: 24 };
  const over = new AbortController();
  let [listener, resized] = [(_: readonly Key[]) => {}, () => {}];
  const army = await anArmy();
  let asked = 0;
  const armies = async () => {
    asked++;
    return [army];
  };
  const { words, lang } = aScene();
  const driver = openDriver(
    {
      size: () => size,
      write: (text) => void writes.push(text),
      onKeys: (given) => (listener = given),
      onResize: (given) => (resized = given),
      onClose: () => {},
    },
    {
      ...{ words, lang, isAll: false, isColoured: false, clock: systemClock, armies },
      ...{ signal: over.signal, leave: () => over.abort() },
    },
  );
  return {
    ...{ writes, army, driver, over, asked: () => asked },
    type: (text: string) => listener(parseKeys(text).keys),
    resize(columns: number, rows: number) {
      Object.assign(size, { columns, rows });
      resized();
    },
  };
}

test("is painted before the first snapshot, and again with it", async () => {
  const { writes, driver } = await driven();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toContain("q quit");
  driver.onSnapshots([aSnapshot()]);
  expect(writes[1]).toContain("ovld-mine");
  expect(driver.known()).toMatchObject({ isInterrupted: false, snapshots: [{ army: "ovld-mine" }] });
});

test("keys in one chunk cause one picture", async () => {
  const { writes, driver, type } = await driven();
  driver.onSnapshots([aSnapshot()]);
  type("jjmburn");
  expect(writes).toHaveLength(3);
  expect(writes[2]).toContain("To Inferno: burn");
});

test("Enter focuses the chosen role's pane, and the screen shows a notice", async () => {
  const { writes, driver, type, army } = await driven();
  driver.onSnapshots([aSnapshot({ army: army.entry.name })]);
  type("j\r");
  await expect.poll(() => writes.at(-1)).toContain("The multiplexer shows Strategist.");
  expect(army.done).toEqual(["focus strategist"]);
});

test("a resize and Ctrl-L repaint everything", async () => {
  const { writes, driver, type, resize } = await driven();
  driver.onSnapshots([aSnapshot()]);
  resize(40, 12);
  expect(writes[2]).toContain("\u001b[12;1H");
  type("\u000c");
  expect(writes[3]).toBe(writes[2]);
});

test.each([
  ["q", false],
  ["\u0003", true],
] as const)("%j leaves, and later keys have no effect", async (key, isInterrupted) => {
  const { writes, driver, type, army, over, asked } = await driven();
  driver.onSnapshots([aSnapshot({ army: army.entry.name })]);
  type(`${key}\rjm`);
  driver.onSnapshots([]);
  expect(over.signal.aborted).toBe(true);
  expect(driver.known().isInterrupted).toBe(isInterrupted);
  expect(writes).toHaveLength(2);
  expect(asked()).toBe(0);
});
