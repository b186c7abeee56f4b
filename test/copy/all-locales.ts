import { de } from '../../copy/de.ts';
import { en } from '../../copy/en/en.ts';
import { es } from '../../copy/es.ts';
import { fr } from '../../copy/fr.ts';
import { ja } from '../../copy/ja.ts';
import { ptBR } from '../../copy/pt-BR.ts';
import type { Locale } from '../../copy/types/locale.ts';

export const TRANSLATIONS: readonly Locale[] = [de, fr, es, ptBR, ja];
export const LOCALES: readonly Locale[] = [en, ...TRANSLATIONS];
