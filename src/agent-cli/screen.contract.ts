import { expect, test } from "vitest";
import type { StartDialog } from "./questions.ts";
import type { Composer, ScreenReader } from "./screen.ts";

/** A screen of the real program, and what it shows. */
export interface RecordedScreen {
  name: string;
  screen: string;
  shows: Composer["state"];
  /** Text of the draft. */
  draft?: string | RegExp | undefined;
  question?: StartDialog | undefined;
}

/** Contract of each adapter: what is read off recorded screens. */
export function screenContract({ composer, dialogOn, limitOn }: ScreenReader, screens: readonly RecordedScreen[]) {
  test.for([...screens])("$name: $shows", ({ screen, shows, draft, question }) => {
    const seen = composer({ screen });
    expect(seen.state).toBe(shows);
    if (typeof draft === "string") expect(seen).toEqual({ state: "draft", text: draft });
    else if (draft) expect(seen.state === "draft" && seen.text).toMatch(draft);
    expect(dialogOn(screen)).toBe(question);
    expect(limitOn(screen)).toBeUndefined();
  });

  test("an empty composer, a draft and a dialog are recorded", () => {
    expect([...new Set(screens.map(({ shows }) => shows))]).toEqual(
      expect.arrayContaining(["empty", "draft", "dialog"]),
    );
  });

  test("a shell, an editor and a blank screen have no composer", () => {
    for (const screen of ["", "$ ", "~\n~\n-- INSERT --"]) {
      expect(composer({ screen })).toEqual({ state: "unreadable" });
      expect(dialogOn(screen)).toBeUndefined();
    }
  });
}
