import * as z from 'zod/mini';

const text = z.string();

/** The values of one type at one name, as DNS writes them. */
export const RecordSet = z.object({
  name: text,
  type: z.enum(['A', 'AAAA', 'CAA', 'CNAME', 'TXT']),
  values: z.array(text),
  /** Seconds; absent: as any other record of the service. */
  ttl: z.optional(z.int()),
});
export type RecordSet = z.infer<typeof RecordSet>;

/** What the zone has, and is to have, for one label: of a server, or of a hostname that is validated by DNS. */
export const LabelRecords = z.object({
  label: text,
  organizationId: text,
  /** Absent in the label of a hostname. */
  serverId: z.optional(z.int()),
  /** The server's `address`; empty once it has none. */
  addresses: z.array(text),
  /** Of a hostname, instead of addresses: what the CA is to find in its TXT record, and when that is to be gone. */
  proof: z.optional(z.object({ value: text, until: text, domainId: z.int() })),
  /** Grows with each change of the addresses, or of the proof. */
  revision: z.int(),
  /** As the writer knows it: what it wrote last. */
  published: z._default(z.array(RecordSet), []),
  /** When it is to be written; absent once the zone has it. */
  stepDueAt: z.optional(text),
  /** Why the zone did not take it. */
  problem: z.optional(text),
});
export type LabelRecords = z.infer<typeof LabelRecords>;

/** What is sent to the zone, and is not known to be served everywhere. */
const SentChange = z.object({
  /** Absent while nobody knows whether the zone has got it: it is noted before it is sent. */
  changeId: z.optional(text),
  /** When it was noted, or, with a `changeId`, when the zone took it. */
  sentAt: text,
  /** When it is asked again whether it has arrived. */
  nextCheckAt: z.optional(text),
  labels: z.array(
    z.object({
      label: text,
      revision: z.int(),
      sets: z.array(RecordSet),
      /** Of a hostname's label: when its record is to be gone. */
      until: z.optional(text),
    }),
  ),
  /** Of the base target and of the wildcard below it. */
  shared: z.array(RecordSet),
});
export type SentChange = z.infer<typeof SentChange>;

/** The state of the one writer. */
export const ZoneState = z.object({
  /** Until then another process works. */
  heldUntil: z.optional(text),
  sent: z.optional(SentChange),
  /** Which zone all this is about, and after how many restores of the table: of another one nothing is known. */
  about: z.optional(text),
  /** What each CA was last called in CAA records, by its directory: it may be silent when that is asked. */
  caNames: z._default(z.record(text, text), {}),
  /** The records of the base target and of the wildcard below it, as they were written last. */
  shared: z._default(z.array(RecordSet), []),
  /** The CAA records that let only our accounts have certificates, and when they were made. */
  caa: z._default(z.array(text), []),
  caaMadeAt: z.optional(text),
});
export type ZoneState = z.infer<typeof ZoneState>;
