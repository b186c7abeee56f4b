import { de } from '../../../copy/de/de.ts';
import { addLocale } from './add-locale.ts';

addLocale(de);
