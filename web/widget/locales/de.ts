import { de } from '../../../copy/de.ts';
import { addLocale } from './add-locale.ts';

addLocale(
  de,
  () => import('./de-sayings.ts'),
  () => import('./de-words.ts'),
);
