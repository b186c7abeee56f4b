import { sentencesOf } from '../../../copy/describe.ts';
import { frWords } from '../../../copy/fr.ts';

export const sentences = sentencesOf(frWords);
