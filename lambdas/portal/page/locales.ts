import { de } from '../../../web/copy/de/de.ts';
import { en } from '../../../web/copy/en.ts';
import { es } from '../../../web/copy/es/es.ts';
import { fr } from '../../../web/copy/fr/fr.ts';
import { ja } from '../../../web/copy/ja/ja.ts';
import type { Locale as Words } from '../../../web/copy/locale.ts';
import { PORTAL_LABELS, type PortalLabels } from '../../../web/copy/portal-labels.ts';
import { ptBR } from '../../../web/copy/pt-BR/pt-BR.ts';
import type { Locale } from '../../shared/contract/locales.ts';

const WORDS: Record<Locale, Words> = { en, de, fr, es, 'pt-BR': ptBR, ja };

/** A language, with all that the portal says in it. */
export interface Language {
  tag: Locale;
  words: Words;
  labels: PortalLabels;
}

export function languageOf(tag: Locale): Language {
  return { tag, words: WORDS[tag], labels: PORTAL_LABELS[tag] };
}
