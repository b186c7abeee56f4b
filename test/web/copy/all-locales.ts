import { de } from '../../../web/copy/de/de.ts';
import { en } from '../../../web/copy/en.ts';
import { es } from '../../../web/copy/es/es.ts';
import { fr } from '../../../web/copy/fr/fr.ts';
import { ja } from '../../../web/copy/ja/ja.ts';
import type { Locale } from '../../../web/copy/locale.ts';
import { ptBR } from '../../../web/copy/pt-BR/pt-BR.ts';

export const TRANSLATIONS: readonly Locale[] = [de, fr, es, ptBR, ja];
export const LOCALES: readonly Locale[] = [en, ...TRANSLATIONS];
