const languages = ["en", "ja"] as const;
export type Lang = (typeof languages)[number];

export function isLang(text: unknown): text is Lang {
  return (languages as readonly unknown[]).includes(text);
}
