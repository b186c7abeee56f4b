import { deWords } from '../../../copy/de.ts';
import { sentencesOf } from '../../../copy/describe.ts';

export const sentences = sentencesOf(deWords);
