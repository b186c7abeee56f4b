import type { DiagnosisStage } from '../../../../contract/api/error-codes.ts';
import type { Phase, ShownDomain } from '../domain-row.schema.ts';

const ISSUING: ReadonlySet<string | undefined> = new Set<Phase>([
  'preparing',
  'ordering',
  'authorizing',
  'validating',
  'finalizing',
  'downloading',
]);

type Staged = Pick<ShownDomain, 'dnsStatus' | 'sslStatus' | 'move' | 'phase'>;

/** How far a domain is, for the sentences about it. */
export function stageOf(domain: Staged): DiagnosisStage {
  const { dnsStatus, sslStatus, move } = domain;
  if (move) return move.state === 'installing' ? 'move' : 'move_dns';
  if (renewalOf(domain)) return 'renewal';
  if (dnsStatus === 'pending') return 'dns';
  return dnsStatus === 'validated' && sslStatus === 'pending' ? 'certificate' : 'rest';
}

/** How far the renewal of a served domain is, if one is under way. */
export function renewalOf({ sslStatus, phase }: Staged): { state: 'issuing' | 'installing' } | undefined {
  if (sslStatus !== 'active') return undefined;
  if (phase === 'installing') return { state: 'installing' };
  return ISSUING.has(phase) ? { state: 'issuing' } : undefined;
}
