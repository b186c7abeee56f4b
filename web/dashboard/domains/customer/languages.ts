import type { Locale as Tag } from '../../../../contract/locales.ts';
import { withWords } from '../../../../copy/describe.ts';
import { en, enPortalLabels } from '../../../../copy/en/en.ts';
import type { Locale } from '../../../../copy/types/locale.ts';
import type { PortalLabels } from '../../../../copy/types/portal-labels.ts';

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
  labels: PortalLabels;
}

/** What is written to customers; each is loaded when it is spoken. */
export const LANGUAGES: Record<Tag, () => Promise<Language>> = {
  en: async () => ({ words: en, labels: enPortalLabels }),
  de: async () => {
    const { de, deWords, dePortalLabels } = await import('../../../../copy/de.ts');
    return { words: withWords(de, deWords), labels: dePortalLabels };
  },
  fr: async () => {
    const { fr, frWords, frPortalLabels } = await import('../../../../copy/fr.ts');
    return { words: withWords(fr, frWords), labels: frPortalLabels };
  },
  es: async () => {
    const { es, esWords, esPortalLabels } = await import('../../../../copy/es.ts');
    return { words: withWords(es, esWords), labels: esPortalLabels };
  },
  'pt-BR': async () => {
    const { ptBR, ptBRWords, ptBRPortalLabels } = await import('../../../../copy/pt-BR.ts');
    return { words: withWords(ptBR, ptBRWords), labels: ptBRPortalLabels };
  },
  ja: async () => {
    const { ja, jaWords, jaPortalLabels } = await import('../../../../copy/ja.ts');
    return { words: withWords(ja, jaWords), labels: jaPortalLabels };
  },
};
