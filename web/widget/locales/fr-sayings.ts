import { frSayings } from '../../../copy/fr.ts';

export const sayings = frSayings;
