import { esSayings } from '../../../copy/es.ts';

export const sayings = esSayings;
