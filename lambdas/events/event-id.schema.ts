import * as z from 'zod/mini';

/** `evt_` and a ULID: 48 bits of milliseconds and 80 of chance in Crockford's base32. */
export const EventId = z.string().check(z.regex(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'is not the id of an event'));
