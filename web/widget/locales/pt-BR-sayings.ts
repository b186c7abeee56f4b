import { ptBRSayings } from '../../../copy/pt-BR.ts';

export const sayings = ptBRSayings;
