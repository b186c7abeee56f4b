import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/**
 * What the visits of a domain remember of its present certificate: what changes at every quiet check, in an item without indexes.
 * A new certificate begins with an empty memory.
 */
export const Watch = storedObject({
  domainId: z.int(),
  /** Of the certificate that all this is about. */
  fingerprintSha256: z.string(),
  /** Absent for a certificate that its CA has no name for in renewal information. */
  ariId: z.optional(z.string()),
  /** The CA that issued it, by name. Absent in those from when there was one CA. */
  ca: z.optional(z.string()),
  /** The window that the CA last suggested for its renewal, word for word. */
  window: z.optional(storedObject({ start: z.string(), end: z.string() })),
  /** The CA does not want to be asked before. */
  askAriAfter: z.optional(instant),
  /** The last visit in the domain's own slot of the day. */
  checkedAt: z.optional(instant),
  /** When our certificate was last seen served, and DNS right. */
  servedAt: z.optional(instant),
});
export type Watch = z.infer<typeof Watch>;
