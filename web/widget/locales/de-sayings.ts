import { deSayings } from '../../../copy/de.ts';

export const sayings = deSayings;
