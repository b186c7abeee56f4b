import { fr } from '../../../copy/fr.ts';
import { addLocale } from './add-locale.ts';

addLocale(fr, () => import('./fr-words.ts'));
