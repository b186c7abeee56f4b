import { deWords, de as shortDe } from '../../copy/de.ts';
import { withTranslations } from '../../copy/describe.ts';
import { en } from '../../copy/en/en.ts';
import { esWords, es as shortEs } from '../../copy/es.ts';
import { frWords, fr as shortFr } from '../../copy/fr.ts';
import { jaWords, ja as shortJa } from '../../copy/ja.ts';
import { ptBRWords, ptBR as shortPtBR } from '../../copy/pt-BR.ts';
import type { Locale } from '../../copy/types/locale.ts';

export const de = withTranslations(shortDe, deWords);
export const fr = withTranslations(shortFr, frWords);
export const ja = withTranslations(shortJa, jaWords);

export const TRANSLATIONS: readonly Locale[] = [
  de,
  fr,
  withTranslations(shortEs, esWords),
  withTranslations(shortPtBR, ptBRWords),
  ja,
];
export const LOCALES: readonly Locale[] = [en, ...TRANSLATIONS];
