/**
 * A pending delivery whose message or sender is on its way is due in the table so long after its time: what is lost is made good for
 * then. So no delivery waits for something that never comes.
 */
export const INSURANCE_SECONDS = 600;
