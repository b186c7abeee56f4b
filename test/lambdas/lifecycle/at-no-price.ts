/** For a step that spends nothing, in a test that waits for nobody. */
export const AT_NO_PRICE = { spendWrites: () => [], pauseAfterLostRace: async () => {} };
