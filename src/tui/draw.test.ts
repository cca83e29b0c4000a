import fc from "fast-check";
import { expect, test } from "vitest";
import { type MoodName, moodNames } from "#agent-cli/observer.ts";
import { messageStates, SYSTEM, USER, waitReasons } from "#mail/message.ts";
import { statusNames } from "#store/status-board.ts";
import { amount } from "#test/support/amount.ts";
import { ago, aHead, aScene, aSnapshot, NOW } from "#test/tui/a-scene.ts";
import { emptyDraft } from "./draft.ts";
import { draw } from "./draw.ts";
import { type Line, plainText, widthOfLine } from "./line.ts";
import type { Scene } from "./scene.ts";
import { firstUi, type Ui } from "./ui.ts";

const textsOf = (scene: Scene) => draw(scene).lines.map(plainText);
const shown = (scene: Scene) => textsOf(scene).join("\n");
const lineWith = (scene: Scene, text: string) =>
  draw(scene).lines.find((line) => plainText(line).includes(text)) as Line;
const toneOf = (line: Line, text: string) => line.find((part) => part.text.includes(text))?.tone;

test("a role's row: icon, name, star, status, mood, task, age", () => {
  const unread = [{ role: "inferno", count: 2, oldest: aHead({ timestamp: ago(5) }) }];
  const snapshot = aSnapshot({
    mail: { newest: [], unread },
    moods: new Map([["inferno", { mood: "busy" }]]),
  });
  expect(shown(aScene({ snapshots: [snapshot] }))).toMatch(/🔥 Inferno \* +working +busy +burn the gate +2 \(5m\) +2m/);
  expect(shown(aScene({ snapshots: [snapshot], language: "ja" }))).toMatch(
    /🔥 業火 \* +作業中 +処理中 +burn the gate +2（5分） +2分/,
  );
});

test("statuses have their colours: working green, blocked red, done cyan, idle grey", () => {
  const tones = { working: "good", blocked: "bad", done: "info", idle: "quiet" } as const;
  for (const status of statusNames) {
    const snapshot = aSnapshot({ statuses: [{ role: "storm", status, task: "", updated: ago(1) }] });
    expect(toneOf(lineWith(aScene({ snapshots: [snapshot] }), "Storm"), status), status).toBe(tones[status]);
  }
});

test("without observation there is no mood column; unknown is not idle, and a guess is marked", () => {
  expect(shown(aScene())).not.toContain("MOOD");
  const moods = new Map([
    ["storm", { mood: "unknown" as const }],
    ["shadow", { mood: "busy" as const, isGuess: true }],
  ]);
  const text = shown(aScene({ snapshots: [aSnapshot({ moods })] }));
  expect(text).toMatch(/Storm +idle +unknown/);
  expect(text).toMatch(/Shadow +idle +busy\?/);
});

test.each(["en", "ja"] as const)("every mood, state and reason has a word (%s)", (language) => {
  const { words } = aScene({ language });
  for (const mood of moodNames) {
    const moods = new Map([["storm", { mood }]]);
    expect(shown(aScene({ language, snapshots: [aSnapshot({ moods })] }))).toContain(words.dashboard.moods[mood]);
  }
  for (const state of messageStates) {
    const snapshot = aSnapshot({ mail: { newest: [aHead({ state })], unread: [] } });
    expect(shown(aScene({ language, snapshots: [snapshot] }))).toContain(words.dashboard.states[state]);
  }
  for (const why of waitReasons) {
    const oldest = aHead({ state: "queued", delivery: { state: "queued", at: ago(1), why } });
    const snapshot = aSnapshot({ mail: { newest: [], unread: [{ role: "storm", count: 1, oldest }] } });
    expect(shown(aScene({ language, snapshots: [snapshot], columns: 160 }))).toContain(words.mail.waits[why]);
  }
});

test("the summary has working roles, and waiting mail with age, attempts and reason", () => {
  const note = { state: "queued", at: ago(1), why: "dialog", attempts: 4 } as const;
  const unread = [
    { role: "inferno", count: 2, oldest: aHead({ timestamp: ago(125), delivery: note }) },
    { role: USER, count: 1, oldest: aHead({ timestamp: ago(0) }) },
  ];
  expect(shown(aScene({ snapshots: [aSnapshot({ mail: { newest: [], unread } })] }))).toContain(
    "Workers: 1/6  Pending: Inferno 2 (2h, 4 tries, a dialog waits for an answer)  the Abyss 1 (now)",
  );
  expect(shown(aScene())).toContain("Workers: 1/6  Pending: none");
});

test("messages: newest on top, with time, people, subject and state", () => {
  const newest = [
    aHead({ id: "01", timestamp: "2026-03-01T10:00:00Z" }),
    aHead({ id: "02", from: SYSTEM, to: USER, subject: "came back", state: "queued", priority: "urgent" }),
  ];
  const texts = textsOf(aScene({ snapshots: [aSnapshot({ mail: { newest, unread: [] } })] }));
  const [first, second] = texts.filter((text) => text.includes("→"));
  expect(first).toMatch(/^\d\d:\d\d:\d\d +ovld +→ the Abyss +! came back +queued$/);
  expect(second).toMatch(/^03-01 \d\d:\d\d +Strategist → Inferno +Burn the gate +received$/);
});

test("alarms come first, the usage limit with its end and the dialog with its question", () => {
  const moods = new Map([
    ["inferno", { mood: "limited" as const, detail: "resets 3pm" }],
    ["storm", { mood: "asking" as const, detail: "Bash" }],
    ["shadow", { mood: "gone" as const }],
  ]);
  const [, ...texts] = textsOf(aScene({ snapshots: [aSnapshot({ moods, state: "exited" })] }));
  expect(texts.slice(0, 4)).toEqual([
    "! ovld-mine has ended",
    "! Inferno has reached its usage limit: resets 3pm",
    "! the agent of Shadow has ended",
    "! Storm waits for an answer: Bash",
  ]);
  const [, whole] = textsOf(aScene({ snapshots: [aSnapshot({ state: "orphan" })] }));
  expect(whole).toBe("! ovld-mine has ended");
  expect(textsOf(aScene({ snapshots: [aSnapshot({ state: "resting" })] })).join("\n")).not.toContain("!");
  const [, alarm, row] = textsOf(aScene({ snapshots: [aSnapshot({ moods })], rows: 12, columns: 40 }));
  expect(alarm).toBe("! Inferno has reached its usage li… (+2)");
  expect(row).toContain("Overlord");
});

test("without observation, the reason for waiting mail causes an alarm; a failed ritual does too", () => {
  const alarmsFor = (why: "limited" | "dialog" | "no-agent", mood?: MoodName) => {
    const oldest = aHead({ delivery: { state: "queued", at: ago(1), why } });
    const moods = mood && new Map([["storm", { mood }]]);
    const snapshot = aSnapshot({ moods, mail: { newest: [], unread: [{ role: "storm", count: 1, oldest }] } });
    return textsOf(aScene({ snapshots: [snapshot] })).filter((text) => text.startsWith("!"));
  };
  expect(alarmsFor("limited")).toEqual(["! Storm has reached its usage limit"]);
  expect(alarmsFor("dialog", "unknown")).toEqual(["! Storm waits for an answer"]);
  expect(alarmsFor("no-agent", "busy")).toEqual([]);
  const snapshot = aSnapshot({ rituals: [{ role: "storm", state: "failed" }], trouble: "disk" });
  expect(shown(aScene({ snapshots: [snapshot] }))).toMatch(
    /! ovld-mine cannot be read: disk\n! Storm did not get its ritual/,
  );
});

test("a filter shows matches in any case and width, and the key that clears it", () => {
  const filtered = (text: string) => shown(aScene({ ui: { ...firstUi, filter: { before: text, after: "" } } }));
  expect(filtered("ＧＡＴＥ")).toMatch(/Inferno.*burn the gate/);
  expect(filtered("gate")).not.toContain("Glacier");
  expect(filtered("gate")).toMatch(/\/gate {2}Esc show all/);
  expect(filtered("nothing")).toContain('Nothing matches "nothing". Press Esc to show everything.');
});

test.each(["en", "ja"] as const)("the whole help fits on the smallest screen (%s)", (language) => {
  const texts = textsOf(aScene({ language, ui: { ...firstUi, mode: "help" }, columns: 40, rows: 12 }));
  expect(texts.filter((text) => text.includes("…"))).toEqual([]);
  expect(texts.at(-2)).toBe(aScene({ language }).words.dashboard.help.close);
});

test("empty screens name the next key", () => {
  expect(shown(aScene({ snapshots: [], isAll: true }))).toMatch(/No army is running.*q quits/);
  expect(shown(aScene({ snapshots: [] }))).toContain("This army has ended. q quits.");
  expect(shown(aScene({ snapshots: [aSnapshot({ mail: { newest: [], unread: [] } })] }))).toContain(
    "Press m to write one",
  );
  expect(textsOf(aScene({ snapshots: undefined })).at(-1)).toContain("q quit");
});

test("all armies: each with its name, its roles and its mail", () => {
  const snapshots = ["ovld-east", "ovld-west", "ovld-north"].map((army) => aSnapshot({ army }));
  const scene = aScene({ snapshots, isAll: true, columns: 120, rows: 40 });
  expect(shown(scene).match(/Workers: 1\/6/g)).toHaveLength(3);
  expect(shown(scene)).toMatch(/^ovld +3 armies/);
  expect(shown(scene)).toMatch(/ovld-west +Strategist → Inferno/);
  expect(draw(scene).refs).toHaveLength(18);
});

test("thirteen roles on twelve rows: the chosen role and its position are always shown", () => {
  const roles = Array.from({ length: 13 }, (_, at) => ({
    ...aSnapshot().roles[0]!,
    id: `r${at}`,
    name: { en: `R${at}`, ja: `役${at}` },
  }));
  const snapshot = aSnapshot({ roles, statuses: [] });
  for (const { id } of roles) {
    const ui: Ui = { ...firstUi, chosen: { army: "ovld-mine", role: id } };
    const text = shown(aScene({ snapshots: [snapshot], ui, columns: 40, rows: 12 }));
    expect(text).toMatch(new RegExp(`› 👑 ${id.toUpperCase()} `));
    expect(text).toContain(`${Number(id.slice(1)) + 1}/13`);
  }
});

test("the caret is behind the typed text, in cells", () => {
  const ref = { army: "ovld-mine", role: "inferno" };
  const ui: Ui = { ...firstUi, mode: "write", addressee: ref, draft: { before: "城門", after: "を" } };
  const { lines, cursor } = draw(aScene({ ui, language: "ja" }));
  expect(plainText(lines.at(-1) as Line)).toMatch(/^業火へ: 城門を +Enter で送信/);
  expect(cursor).toEqual({ row: 23, column: 8 + 4 });
});

test("no text on the screen contains an escape sequence or a line break", () => {
  const text = "\u001b[2J\u009b2J\u0007\r\n\tx";
  const draft = { before: text, after: text };
  const head = aHead({ subject: text, from: text });
  const snapshot = aSnapshot({
    ...{ directory: text, trouble: text, mail: { newest: [head], unread: [] } },
    roles: aSnapshot().roles.map((role) => ({ ...role, name: { en: text, ja: text }, icon: text })),
    statuses: [{ role: "storm", status: "working", task: text, updated: ago(1) }],
    moods: new Map([["storm", { mood: "asking", detail: text }]]),
  });
  const ref = { army: "ovld-mine", role: "storm" };
  const modes = ["watch", "write", "filter", "restart", "help"] as const;
  for (const mode of modes)
    for (const notice of [undefined, { tone: "bad", text } as const]) {
      const ui: Ui = { mode, draft, filter: emptyDraft, chosen: ref, addressee: ref, notice };
      const searching: Ui = { ...ui, filter: draft };
      for (const each of [ui, searching])
        expect(textsOf(aScene({ snapshots: [snapshot], ui: each, columns: 200 })).join(""), mode).not.toMatch(
          /\p{Cc}/u,
        );
    }
});

test("any content fits every terminal size", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 120 });
  const snapshot = fc
    .record({
      army: fc.constantFrom("ovld-a", "ovld-a-very-long-name-of-a-project-that-does-not-fit-here"),
      tasks: fc.array(text, { maxLength: 6 }),
      subjects: fc.array(text, { maxLength: 8 }),
      mood: fc.option(fc.constantFrom(...moodNames), { nil: undefined }),
      why: fc.constantFrom(...waitReasons),
      detail: text,
    })
    .map(({ army, tasks, subjects, mood, why, detail }) => {
      const newest = subjects.map((subject, at) => aHead({ id: `${at}`, subject, from: detail, to: "storm" }));
      const oldest = aHead({ delivery: { state: "queued", at: ago(1), why } });
      return aSnapshot({
        army,
        statuses: tasks.map((task, at) => ({
          role: aSnapshot().roles[at]?.id ?? "",
          status: "blocked",
          task,
          updated: ago(at),
        })),
        moods: mood && new Map([["storm", { mood, detail }]]),
        mail: { newest, unread: [{ role: "storm", count: 12, oldest }] },
      });
    });
  const ui = fc.record({
    mode: fc.constantFrom("watch", "write", "filter", "restart", "help"),
    filter: fc.record({ before: fc.constantFrom("", "st"), after: fc.constant("") }),
    draft: fc.record({ before: text, after: text }),
    addressee: fc.constant({ army: "ovld-a", role: "storm" }),
  }) as fc.Arbitrary<Ui>;
  const size = fc.record({ columns: fc.integer({ min: 10, max: 300 }), rows: fc.integer({ min: 1, max: 80 }) });
  const language = fc.constantFrom("en", "ja") as fc.Arbitrary<"en" | "ja">;
  fc.assert(
    fc.property(
      fc.array(snapshot, { maxLength: 3 }),
      ui,
      size,
      language,
      fc.boolean(),
      (snapshots, one, { columns, rows }, lang, isAll) => {
        const { lines, cursor } = draw(aScene({ snapshots, ui: one, columns, rows, language: lang, isAll, now: NOW }));
        expect(lines).toHaveLength(rows);
        for (const line of lines) expect(widthOfLine(line), plainText(line)).toBeLessThanOrEqual(columns);
        if (cursor) expect(cursor.column < columns && cursor.row < rows).toBe(true);
      },
    ),
    { numRuns: amount(300) },
  );
});
