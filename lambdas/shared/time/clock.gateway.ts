/** Now. Handed to whoever needs it, so that a test says what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
