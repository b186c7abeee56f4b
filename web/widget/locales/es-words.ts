import { sentencesOf } from '../../../copy/describe.ts';
import { esWords } from '../../../copy/es.ts';

export const sentences = sentencesOf(esWords);
