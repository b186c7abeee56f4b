import { pausesIn, type ReadPauses } from '../../lambdas/shared/switches/switches.store.ts';

/** For tests about something else: nothing is paused. */
export const neverPaused: ReadPauses = async () => pausesIn({ paused: {} });
