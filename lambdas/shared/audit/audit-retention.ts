/** Longer than a year, so that a yearly look at who did what, or got which key, finds all of it. */
export const AUDIT_KEPT_DAYS = 400;
