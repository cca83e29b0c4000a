import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { screenContract } from "#agent-cli/screen.contract.ts";
import { composerOf } from "./composer.ts";
import { dialogOn } from "./dialog.ts";
import { limitOn } from "./limit-on-screen.ts";

/** Screens of the real CLI: `tmux capture-pane -e -p`, and `zellij action dump-screen --ansi`. */
type Screens = Record<string, { lines: string[] }>;

const FOLDER = "test/fixtures/claude-screens";

const drafts: Record<string, string | RegExp> = {
  draft: "half a draft",
  "draft-lines": "first line\nsecond line\n  third",
  "draft-japanese": "魔王様、城の東で炎が上がっています。",
  "draft-pasted": /^\[Pasted text #1\]/,
  "draft-wrapped": /^(word\s+)+word$/,
  "draft-slash": "/",
  "draft-tall": /typed line 23\ntyped line 24$/,
  "busy-draft": "my next thought",
  "shell-mode": "!",
  "copy-mode": "kept draft",
};

const dialogs = { trust: "trust", bypass: "bypass", "api-key": "login", onboarding: "onboarding" } as const;

const dialogOf = (name: string) => dialogs[name as keyof typeof dialogs];
const isDialog = (name: string) => ["permission", "rewind", ...Object.keys(dialogs)].includes(name);
/** Its menu has no line of keys. */
const UNREADABLE = ["onboarding"];

describe.for(readdirSync(FOLDER))("Claude Code on a screen: %s", (file) => {
  const screens = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Screens;
  const recorded = Object.entries(screens).map(
    ([name, { lines }]) =>
      ({
        name,
        screen: lines.join("\n"),
        shows: UNREADABLE.includes(name)
          ? "unreadable"
          : isDialog(name)
            ? "dialog"
            : name in drafts
              ? "draft"
              : "empty",
        draft: drafts[name],
        question: dialogOf(name),
      }) as const,
  );
  screenContract({ composer: composerOf, dialogOn, limitOn }, recorded);

  test("every other screen is named empty or busy", () => {
    const others = recorded.filter(({ shows }) => shows === "empty").map(({ name }) => name);
    expect(others.filter((name) => !/^(empty|busy)-/.test(name))).toEqual([]);
  });
});

const rule = "─".repeat(40);
const composer = (...lines: string[]) =>
  composerOf({ screen: ["● Fine.", "", rule, ...lines, rule, "  ? for shortcuts"].join("\n") });

test("a suggestion after the draft is not part of it", () => {
  expect(composer("❯\u00a0hel\u001b[7ml\u001b[0;2mo fixture\u001b[0m")).toEqual({ state: "draft", text: "hel" });
  expect(composer("❯\u00a0\u001b[7mT\u001b[27;2mry it\u001b[22m")).toEqual({ state: "empty" });
});

test("a letter under the cursor and coloured text are part of the draft", () => {
  expect(composer("❯\u00a0hel\u001b[7ml\u001b[0mo")).toEqual({ state: "draft", text: "hello" });
  expect(composer("❯\u00a0hell\u001b[7mo\u001b[0m")).toEqual({ state: "draft", text: "hello" });
  expect(composer("❯\u00a0\u001b[38;5;2mgreen\u001b[39m")).toEqual({ state: "draft", text: "green" });
  expect(composer("❯\u00a0\u001b[38;2;2;2;2mdark\u001b[39m")).toEqual({ state: "draft", text: "dark" });
});

test("blank lines are a draft with its text scrolled away", () => {
  expect(composer("❯\u00a0", "  ")).toEqual({ state: "draft", text: "" });
});

test("a shell, an editor and a text with rules have no composer", () => {
  for (const screen of ["$ ", "~\n~\n-- INSERT --", `${rule}\na table\n${rule}\n`, ""])
    expect(composerOf({ screen })).toEqual({ state: "unreadable" });
});

test("words of a dialog in a conversation are no dialog", () => {
  const screen = ["● Do you trust this folder? Press Enter to confirm.", rule, "❯\u00a0", rule].join("\n");
  expect(dialogOn(screen)).toBeUndefined();
  expect(composerOf({ screen })).toEqual({ state: "empty" });
});
