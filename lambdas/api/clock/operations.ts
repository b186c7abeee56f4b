import { getTestClock } from './get-test-clock.ts';
import { moveTestClock } from './move-test-clock.ts';

export const CLOCK_OPERATIONS = [getTestClock, moveTestClock];
