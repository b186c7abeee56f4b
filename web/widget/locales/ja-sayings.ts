import { jaSayings } from '../../../copy/ja.ts';

export const sayings = jaSayings;
