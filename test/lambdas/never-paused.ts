import { pausesIn, type ReadPauses } from '../../lambdas/shared/switches/switches.store.ts';

/** For tests about something else: no operator has paused anything. */
export const neverPaused: ReadPauses = async () => pausesIn({ paused: {} });
