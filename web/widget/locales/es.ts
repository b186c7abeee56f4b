import { es } from '../../../copy/es.ts';
import { addLocale } from './add-locale.ts';

addLocale(
  es,
  () => import('./es-sayings.ts'),
  () => import('./es-words.ts'),
);
