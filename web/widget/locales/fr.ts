import { fr } from '../../../copy/fr.ts';
import { addLocale } from './add-locale.ts';

addLocale(
  fr,
  () => import('./fr-sayings.ts'),
  () => import('./fr-words.ts'),
);
