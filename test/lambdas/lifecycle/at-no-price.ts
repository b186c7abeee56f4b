/** For steps that consume nothing, in tests without waits. */
export const AT_NO_PRICE = { spendWrites: () => [], pauseAfterLostRace: async () => {} };
