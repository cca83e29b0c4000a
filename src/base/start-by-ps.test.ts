import { expect, test, vi } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { startByPs } from "./start-by-ps.ts";

test("the start time is the same text in every time zone and locale", async (context) => {
  skipWithout(context, "ps");
  const texts = new Set<string | undefined>();
  for (const [zone, locale] of [
    ["Asia/Tokyo", "ja_JP.UTF-8"],
    ["America/New_York", "C"],
  ] as const) {
    vi.stubEnv("TZ", zone);
    vi.stubEnv("LC_ALL", locale);
    texts.add(await startByPs(process.pid));
  }
  vi.unstubAllEnvs();
  expect(texts.size).toBe(1);
  expect([...texts][0]).toMatch(/\d{4}$/);
  expect(await startByPs(4_000_000)).toBe(undefined);
});
