import { isLang, type Lang } from "#i18n/lang.ts";

/** The preferred language of an `Accept-Language` header among those of ovld. */
export function preferredLanguage(accepted: string | undefined, otherwise: Lang): Lang {
  const preferences = (accepted ?? "").split(",").map((part) => {
    const [tag = "", ...settings] = part.trim().split(";");
    const quality = settings.map((setting) => /^\s*q=([\d.]+)\s*$/.exec(setting)?.[1]).find(Boolean) ?? "1";
    return { lang: tag.trim().toLowerCase().split("-")[0], quality: Number(quality) };
  });
  const best = preferences.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return best.map(({ lang }) => lang).find(isLang) ?? otherwise;
}
