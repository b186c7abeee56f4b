import { ptBR } from '../../../copy/pt-BR.ts';
import { addLocale } from './add-locale.ts';

addLocale(
  ptBR,
  () => import('./pt-BR-sayings.ts'),
  () => import('./pt-BR-words.ts'),
);
