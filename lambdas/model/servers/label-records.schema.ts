import * as z from 'zod/mini';

const text = z.string();

/** The values of one type at one name, in DNS notation. */
export const RecordSet = z.object({
  name: text,
  type: z.enum(['A', 'AAAA', 'CAA', 'CNAME', 'TXT']),
  values: z.array(text),
  /** Seconds; absent: the service's default. */
  ttl: z.optional(z.int()),
});
export type RecordSet = z.infer<typeof RecordSet>;

/** The actual and the wanted records of one label: of a server, or of a hostname with DNS validation. */
export const LabelRecords = z.object({
  label: text,
  organizationId: text,
  /** Absent for the label of a hostname. */
  serverId: z.optional(z.int()),
  /** The server's `address`; empty once it has none. */
  addresses: z.array(text),
  /** For a hostname, instead of addresses: the TXT value that the CA must find, and its expiry. */
  proof: z.optional(z.object({ value: text, until: text, domainId: z.int() })),
  /** Grows with each change of the addresses, or of the proof. */
  revision: z.int(),
  /** The records that the writer wrote last. */
  published: z._default(z.array(RecordSet), []),
  /** When it is to be written; absent once the zone has it. */
  stepDueAt: z.optional(text),
  problem: z.optional(text),
});
export type LabelRecords = z.infer<typeof LabelRecords>;

/** A change that was sent to the zone and is not confirmed on all its servers. */
const SentChange = z.object({
  /** Absent while it is unknown whether the zone received it: the change is recorded before it is sent. */
  changeId: z.optional(text),
  /** When it was recorded or, with a `changeId`, when the zone accepted it. */
  sentAt: text,
  /** When its status is requested next. */
  nextCheckAt: z.optional(text),
  labels: z.array(
    z.object({
      label: text,
      revision: z.int(),
      sets: z.array(RecordSet),
      /** For a hostname's label: when its record expires. */
      until: z.optional(text),
    }),
  ),
  /** The records of the base target and of the wildcard below it. */
  shared: z.array(RecordSet),
});
export type SentChange = z.infer<typeof SentChange>;

export const ZoneState = z.object({
  /** The lease of the current process. */
  heldUntil: z.optional(text),
  sent: z.optional(SentChange),
  /** The zone of this state, and the number of restores of the table: the state is invalid for any other. */
  about: z.optional(text),
  /** Each CA's last known name in CAA records, by its directory: a CA may not answer when it is needed. */
  caNames: z._default(z.record(text, text), {}),
  /** The last written records of the base target and of the wildcard below it. */
  shared: z._default(z.array(RecordSet), []),
  /** The CAA records that permit only our accounts, and when they were built. */
  caa: z._default(z.array(text), []),
  caaMadeAt: z.optional(text),
});
export type ZoneState = z.infer<typeof ZoneState>;
