import type { DiagnosisReason } from '../../../contract/api/error-codes.ts';
import type { Said } from './diagnosis-of.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { isValueOfCname } from './record-fixes.ts';

export type CnameState = 'missing' | 'wrong' | 'ok';

/** Why a look did not see whether the record is there. */
const UNSEEN: ReadonlySet<DiagnosisReason> = new Set<DiagnosisReason>([
  'servfail',
  'dnssec_bogus',
  'dnssec_expired',
  'dnssec_key_missing',
  'lame_servers',
  'servers_silent',
  'servers_not_public',
  'servers_disagree',
  'chain_unanswered',
]);

/**
 * How the CNAME record stands, by what looks have seen: `missing` until one sees it, `ok` from then on until one sees that it is gone. A look
 * that gets no answer changes neither; the diagnosis says that nobody knows.
 */
export function cnameState({ dnsStatus, diagnosis }: Pick<ShownDomain, 'dnsStatus'> & Pick<Said, 'diagnosis'>): CnameState {
  const { code, reason } = diagnosis;
  switch (code) {
    case 'cname_not_found':
      return 'missing';
    case 'invalid_cname_target':
      // One that leads to the server which a domain is leaving works, and is to be changed only when the new one serves.
      return reason === 'former_server' ? 'ok' : 'wrong';
    case 'conflicting_records':
      return 'wrong';
    case 'dns_validation_timeout':
      return isValueOfCname(diagnosis) && !(reason && UNSEEN.has(reason)) ? 'wrong' : 'missing';
    default:
      return dnsStatus === 'validated' || reason === 'negative_cache' ? 'ok' : 'missing';
  }
}
