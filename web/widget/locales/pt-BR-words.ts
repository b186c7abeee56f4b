import { sentencesOf } from '../../../copy/describe.ts';
import { ptBRWords } from '../../../copy/pt-BR.ts';

export const sentences = sentencesOf(ptBRWords);
