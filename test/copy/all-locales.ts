import { de } from '../../copy/de/de.ts';
import { en } from '../../copy/en/en.ts';
import { es } from '../../copy/es/es.ts';
import { fr } from '../../copy/fr/fr.ts';
import { ja } from '../../copy/ja/ja.ts';
import { ptBR } from '../../copy/pt-BR/pt-BR.ts';
import type { Locale } from '../../copy/types/locale.ts';

export const TRANSLATIONS: readonly Locale[] = [de, fr, es, ptBR, ja];
export const LOCALES: readonly Locale[] = [en, ...TRANSLATIONS];
