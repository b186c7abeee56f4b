import { pausesIn, type ReadPauses } from '../../lambdas/shared/switches/switches.store.ts';

/** For a test that is about something else: no operator has paused anything. */
export const neverPaused: ReadPauses = async () => pausesIn({ paused: {} });
