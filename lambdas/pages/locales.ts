import type { Locale } from '../../contract/locales.ts';
import { PORTAL_LABELS, type PortalLabels } from '../../copy/portal-labels.ts';
import type { Locale as Words } from '../../copy/types/locale.ts';

/** Each is read when somebody speaks it: all of them would lengthen every cold start. */
const WORDS: Record<Locale, () => Promise<Words>> = {
  en: async () => (await import('../../copy/en/en.ts')).en,
  de: async () => (await import('../../copy/de/de.ts')).de,
  fr: async () => (await import('../../copy/fr/fr.ts')).fr,
  es: async () => (await import('../../copy/es/es.ts')).es,
  'pt-BR': async () => (await import('../../copy/pt-BR/pt-BR.ts')).ptBR,
  ja: async () => (await import('../../copy/ja/ja.ts')).ja,
};

/** A language, with all that the portal says in it. */
export interface Language {
  tag: Locale;
  words: Words;
  labels: PortalLabels;
}

export async function languageOf(tag: Locale): Promise<Language> {
  return { tag, words: await WORDS[tag](), labels: PORTAL_LABELS[tag] };
}
