import { fr } from '../../../copy/fr/fr.ts';
import { addLocale } from './add-locale.ts';

addLocale(fr);
