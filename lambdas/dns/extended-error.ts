import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { ExtendedError } from '../shared/net/resolve.ts';

/** RFC 8914, section 4: those that tell a person something else to do. */
const REASON_OF_CODE: Readonly<Record<number, DiagnosisReason>> = {
  7: 'dnssec_expired',
  9: 'dnssec_key_missing',
  22: 'servers_silent',
};
/** From the one to the other they say that the zone's signatures do not hold. */
const FIRST_DNSSEC_ERROR = 6;
const LAST_DNSSEC_ERROR = 12;

/** What a recursive server says of its failure; undefined where it says nothing that is certain. */
export function reasonOf(extendedError: ExtendedError | undefined): DiagnosisReason | undefined {
  const code = extendedError?.code ?? 0;
  const isDnssec = code >= FIRST_DNSSEC_ERROR && code <= LAST_DNSSEC_ERROR;
  return REASON_OF_CODE[code] ?? (isDnssec ? 'dnssec_bogus' : undefined);
}

/** For people. */
export function describeExtendedError({ code, text }: ExtendedError): string {
  return `extended error ${code} ${text}`.trim();
}
