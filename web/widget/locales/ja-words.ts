import { sentencesOf } from '../../../copy/describe.ts';
import { jaWords } from '../../../copy/ja.ts';

export const sentences = sentencesOf(jaWords);
