import { LOCALES, type Locale } from '../../contract/paths.ts';
import { withWords } from '../../copy/describe.ts';
import type { Locale as Words } from '../../copy/types/locale.ts';
import type { PortalLabels } from '../../copy/types/portal-labels.ts';
import type { Sayings } from '../../copy/types/sayings.ts';

type Copy = Omit<Language, 'tag' | 'wordsForStrangers'>;

/** Each is read when somebody speaks it: all of them would lengthen every cold start. */
const COPIES: Record<Locale, () => Promise<Copy>> = {
  en: async () => {
    const { en, enSayings, enPortalLabels } = await import('../../copy/en/en.ts');
    return { words: en, sayings: enSayings, labels: enPortalLabels };
  },
  de: async () => {
    const { de, deWords, deSayings, dePortalLabels } = await import('../../copy/de.ts');
    return { words: withWords(de, deWords), sayings: deSayings, labels: dePortalLabels };
  },
  fr: async () => {
    const { fr, frWords, frSayings, frPortalLabels } = await import('../../copy/fr.ts');
    return { words: withWords(fr, frWords), sayings: frSayings, labels: frPortalLabels };
  },
  es: async () => {
    const { es, esWords, esSayings, esPortalLabels } = await import('../../copy/es.ts');
    return { words: withWords(es, esWords), sayings: esSayings, labels: esPortalLabels };
  },
  'pt-BR': async () => {
    const { ptBR, ptBRWords, ptBRSayings, ptBRPortalLabels } = await import('../../copy/pt-BR.ts');
    return { words: withWords(ptBR, ptBRWords), sayings: ptBRSayings, labels: ptBRPortalLabels };
  },
  ja: async () => {
    const { ja, jaWords, jaSayings, jaPortalLabels } = await import('../../copy/ja.ts');
    return { words: withWords(ja, jaWords), sayings: jaSayings, labels: jaPortalLabels };
  },
};

/** A language, with all that the portal says in it. */
export interface Language {
  tag: Locale;
  words: Words;
  /** Without what was found: for who may not see it. */
  wordsForStrangers: Words;
  labels: PortalLabels;
  sayings: Sayings;
}

export async function languageOf(tag: Locale): Promise<Language> {
  const copy = await COPIES[tag]();
  // English brings its own with the view.
  if (tag === 'en') return { tag, ...copy, wordsForStrangers: copy.words };
  const { withoutFound } = await import('../../copy/unseen-words.ts');
  return { tag, ...copy, wordsForStrangers: withoutFound(copy.words) };
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
