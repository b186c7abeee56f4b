import { LOCALES, type Locale } from '../../contract/locales.ts';

/** The language of a page: as its address says, else as the browser wants it, else the organization's. */
export function chooseLocale(query: string, acceptLanguage: string, standard: Locale): Locale {
  const asked = new URLSearchParams(query).get('lang') ?? '';
  return spoken(asked) ?? wanted(acceptLanguage) ?? standard;
}

/** RFC 9110, section 12.5.4: the heaviest that is spoken; of equals the first. */
function wanted(acceptLanguage: string): Locale | undefined {
  const ranges = acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .map((range) => {
      const [tag = '', weight = ''] = range.trim().split(/\s*;\s*q=/);
      return { locale: spoken(tag), weight: weight === '' ? 1 : Number(weight) };
    });
  const possible = ranges.filter(({ locale, weight }) => locale !== undefined && weight > 0);
  return possible.toSorted((one, other) => other.weight - one.weight)[0]?.locale;
}

/** `de-AT` is spoken as `de`, and `pt` as `pt-BR`. */
function spoken(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return exact ?? LOCALES.find((locale) => locale.split('-')[0] === language);
}
