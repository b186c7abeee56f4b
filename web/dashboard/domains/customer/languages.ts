import type { Locale as Tag } from '../../../../contract/paths.ts';
import { withTranslations } from '../../../../copy/describe.ts';
import { en, enPortalLabels, enSayings } from '../../../../copy/en/en.ts';
import type { Locale } from '../../../../copy/types/locale.ts';
import type { PortalLabels } from '../../../../copy/types/portal-labels.ts';
import type { Sayings } from '../../../../copy/types/sayings.ts';

export const LANGUAGE_NAMES: Record<Tag, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
};

export interface Language {
  words: Locale;
  sayings: Sayings;
  labels: PortalLabels;
}

/** Languages of messages to customers, each loaded on demand. */
export const LANGUAGES: Record<Tag, () => Promise<Language>> = {
  en: async () => ({ words: en, sayings: enSayings, labels: enPortalLabels }),
  de: async () => {
    const { de, deWords, deSayings, dePortalLabels } = await import('../../../../copy/de.ts');
    return { words: withTranslations(de, deWords), sayings: deSayings, labels: dePortalLabels };
  },
  fr: async () => {
    const { fr, frWords, frSayings, frPortalLabels } = await import('../../../../copy/fr.ts');
    return { words: withTranslations(fr, frWords), sayings: frSayings, labels: frPortalLabels };
  },
  es: async () => {
    const { es, esWords, esSayings, esPortalLabels } = await import('../../../../copy/es.ts');
    return { words: withTranslations(es, esWords), sayings: esSayings, labels: esPortalLabels };
  },
  'pt-BR': async () => {
    const { ptBR, ptBRWords, ptBRSayings, ptBRPortalLabels } = await import('../../../../copy/pt-BR.ts');
    return { words: withTranslations(ptBR, ptBRWords), sayings: ptBRSayings, labels: ptBRPortalLabels };
  },
  ja: async () => {
    const { ja, jaWords, jaSayings, jaPortalLabels } = await import('../../../../copy/ja.ts');
    return { words: withTranslations(ja, jaWords), sayings: jaSayings, labels: jaPortalLabels };
  },
};
