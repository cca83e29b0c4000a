import { test } from "vitest";
import { expectGoldenScreen } from "./golden-screen.ts";
import { shownArmy } from "./shown-army.ts";

const sizes = [
  [40, 12],
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

test.each((["en", "ja"] as const).flatMap((lang) => sizes.map(([columns, rows]) => ({ lang, columns, rows }))))(
  "the screen in $lang on $columns × $rows",
  async ({ lang, columns, rows }) => {
    await using shown = await shownArmy(lang);
    await using terminal = await shown.dashboard({ columns, rows });
    await terminal.sees(lang === "en" ? "running" : "稼働中");
    await expectGoldenScreen(`${lang}-${columns}x${rows}`, terminal.screen);
    await terminal.press("?");
    await terminal.sees(lang === "en" ? "closes this" : "閉じます");
    await expectGoldenScreen(`${lang}-${columns}x${rows}-help`, terminal.screen);
  },
);
