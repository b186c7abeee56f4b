import { pausedNow, type ReadPaused } from '../../lambdas/shared/switches/switches.store.ts';

/** For a test that is about something else: no operator has paused anything. */
export const neverPaused: ReadPaused = async () => pausedNow({ paused: {} });
