/** What the sender of webhooks has for a batch of the queue. The attempts that begin within it end within it. */
export const SENDER_SECONDS = 60;
/** As long as the specification lets a receiver take for the whole exchange (section 8). */
export const LONGEST_ATTEMPT_SECONDS = 30;
