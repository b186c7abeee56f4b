import { LOCALES, type Locale } from '../../contract/locales.ts';
import { PORTAL_LABELS, type PortalLabels } from '../../copy/portal-labels.ts';
import type { Locale as Words } from '../../copy/types/locale.ts';
import type { Sayings } from '../../copy/types/sayings.ts';

/** Each is read when somebody speaks it: all of them would lengthen every cold start. */
const WORDS: Record<Locale, () => Promise<Words>> = {
  en: async () => (await import('../../copy/en/en.ts')).en,
  de: async () => (await import('../../copy/de.ts')).de,
  fr: async () => (await import('../../copy/fr.ts')).fr,
  es: async () => (await import('../../copy/es.ts')).es,
  'pt-BR': async () => (await import('../../copy/pt-BR.ts')).ptBR,
  ja: async () => (await import('../../copy/ja.ts')).ja,
};

const SAYINGS: Record<Locale, () => Promise<Sayings>> = {
  en: async () => (await import('../../copy/en/en.ts')).enSayings,
  de: async () => (await import('../../copy/de.ts')).deSayings,
  fr: async () => (await import('../../copy/fr.ts')).frSayings,
  es: async () => (await import('../../copy/es.ts')).esSayings,
  'pt-BR': async () => (await import('../../copy/pt-BR.ts')).ptBRSayings,
  ja: async () => (await import('../../copy/ja.ts')).jaSayings,
};

/** A language, with all that the portal says in it. */
export interface Language {
  tag: Locale;
  words: Words;
  labels: PortalLabels;
  sayings: Sayings;
}

export async function languageOf(tag: Locale): Promise<Language> {
  const [words, sayings] = await Promise.all([WORDS[tag](), SAYINGS[tag]()]);
  return { tag, words, labels: PORTAL_LABELS[tag], sayings };
}

/** The language of a page: as its address says, else as the browser wants it, else the organization's. */
export function chooseLocale(query: string, acceptLanguage: string, standard: Locale): Locale {
  const asked = new URLSearchParams(query).get('lang') ?? '';
  return closestLocale(asked) ?? preferredLocale(acceptLanguage) ?? standard;
}

/** RFC 9110, section 12.5.4: the heaviest that is spoken; of equals the first. */
function preferredLocale(acceptLanguage: string): Locale | undefined {
  const ranges = acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .map((range) => {
      const [tag = '', weight = ''] = range.trim().split(/\s*;\s*q=/);
      return { locale: closestLocale(tag), weight: weight === '' ? 1 : Number(weight) };
    });
  const possible = ranges.filter(({ locale, weight }) => locale !== undefined && weight > 0);
  return possible.toSorted((one, other) => other.weight - one.weight)[0]?.locale;
}

/** `de-AT` is spoken as `de`, and `pt` as `pt-BR`. */
function closestLocale(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return exact ?? LOCALES.find((locale) => locale.split('-')[0] === language);
}
