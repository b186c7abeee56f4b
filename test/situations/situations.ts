import { RECORD_SITUATIONS } from './record-situations.ts';
import { SERVER_SITUATIONS } from './server-situations.ts';
import type { Situation } from './situation.ts';

/** In the order of docs/reference/diagnosis.md. */
export const SITUATIONS: readonly Situation[] = [...RECORD_SITUATIONS, ...SERVER_SITUATIONS];
