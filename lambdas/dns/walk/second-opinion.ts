import type { DnsRecord, ExtendedError } from '../../shared/net/resolve.ts';

/** What one validating resolver gives whoever asks it for the CNAME of a name. */
export type Opinion = { server: string } & (
  | { kind: 'records'; records: readonly DnsRecord[] }
  /** Until when it remembers that: seconds from now. */
  | { kind: 'absent'; seconds: number }
  /** It refuses what the zone's servers say, and gives it when it is told not to check signatures. */
  | { kind: 'dnssec'; extendedError?: ExtendedError }
  | { kind: 'failed'; extendedError?: ExtendedError }
  | { kind: 'silent' }
);
