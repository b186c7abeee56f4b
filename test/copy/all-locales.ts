import { deWords, de as shortDe } from '../../copy/de.ts';
import { withWords } from '../../copy/describe.ts';
import { en } from '../../copy/en/en.ts';
import { esWords, es as shortEs } from '../../copy/es.ts';
import { frWords, fr as shortFr } from '../../copy/fr.ts';
import { jaWords, ja as shortJa } from '../../copy/ja.ts';
import { ptBRWords, ptBR as shortPtBR } from '../../copy/pt-BR.ts';
import type { Locale } from '../../copy/types/locale.ts';

export const de = withWords(shortDe, deWords);
export const fr = withWords(shortFr, frWords);
export const ja = withWords(shortJa, jaWords);

export const TRANSLATIONS: readonly Locale[] = [de, fr, withWords(shortEs, esWords), withWords(shortPtBR, ptBRWords), ja];
export const LOCALES: readonly Locale[] = [en, ...TRANSLATIONS];
