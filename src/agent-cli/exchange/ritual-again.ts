import type { SetupOptions } from "#agent-cli/launch.ts";

const words = {
  en: "Your ritual, once more, because this conversation was shortened, cleared or taken up again:",
  ja: "この会話は短縮、消去、または再開された。そなたの儀式をもう一度授ける。",
};

/** The ritual for a conversation that has lost it. */
export function ritualAgain(lang: SetupOptions["lang"], ritual: string): string {
  return `${words[lang]}\n\n${ritual.trimEnd()}\n\n`;
}
