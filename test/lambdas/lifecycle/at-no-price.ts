/** Ports of steps that consume nothing, without waits. */
export const AT_NO_PRICE = { spendWrites: () => [], pauseAfterLostRace: async () => {} };
