import { es } from '../../../copy/es/es.ts';
import { addLocale } from './add-locale.ts';

addLocale(es);
