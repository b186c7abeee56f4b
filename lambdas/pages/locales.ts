import { LOCALES, type Locale } from '../../contract/paths.ts';
import { de, dePortalLabels, deSayings, deWords } from '../../copy/de.ts';
import { withTranslations } from '../../copy/describe.ts';
import { en, enPortalLabels, enSayings } from '../../copy/en/en.ts';
import { es, esPortalLabels, esSayings, esWords } from '../../copy/es.ts';
import { fr, frPortalLabels, frSayings, frWords } from '../../copy/fr.ts';
import { ja, jaPortalLabels, jaSayings, jaWords } from '../../copy/ja.ts';
import { ptBR, ptBRPortalLabels, ptBRSayings, ptBRWords } from '../../copy/pt-BR.ts';
import { withoutObservations } from '../../copy/redacted-words.ts';
import type { Locale as Words } from '../../copy/types/locale.ts';
import type { PortalLabels } from '../../copy/types/portal-labels.ts';
import type { Sayings } from '../../copy/types/sayings.ts';

type Copy = Omit<Language, 'tag' | 'wordsForStrangers'>;

const COPIES: Record<Locale, Copy> = {
  en: { words: en, sayings: enSayings, labels: enPortalLabels },
  de: { words: withTranslations(de, deWords), sayings: deSayings, labels: dePortalLabels },
  fr: { words: withTranslations(fr, frWords), sayings: frSayings, labels: frPortalLabels },
  es: { words: withTranslations(es, esWords), sayings: esSayings, labels: esPortalLabels },
  'pt-BR': { words: withTranslations(ptBR, ptBRWords), sayings: ptBRSayings, labels: ptBRPortalLabels },
  ja: { words: withTranslations(ja, jaWords), sayings: jaSayings, labels: jaPortalLabels },
};

export interface Language {
  tag: Locale;
  words: Words;
  /** Texts without observed values, for visitors who may not see them. */
  wordsForStrangers: Words;
  labels: PortalLabels;
  sayings: Sayings;
}

export function languageOf(tag: Locale): Language {
  const copy = COPIES[tag];
  // English texts come with the view.
  if (tag === 'en') return { tag, ...copy, wordsForStrangers: copy.words };
  return { tag, ...copy, wordsForStrangers: withoutObservations(copy.words) };
}

/** A page's language: from its address, else the browser's, else the organization's. */
export function chooseLocale(query: string, acceptLanguage: string, standard: Locale): Locale {
  const asked = new URLSearchParams(query).get('lang') ?? '';
  return closestLocale(asked) ?? preferredLocale(acceptLanguage) ?? standard;
}

/** RFC 9110, section 12.5.4: the supported language with the highest weight; the first of equals. */
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

/** `de-AT` matches `de`, and `pt` matches `pt-BR`. */
function closestLocale(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return exact ?? LOCALES.find((locale) => locale.split('-')[0] === language);
}
