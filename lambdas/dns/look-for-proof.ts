import type { Evidence } from '../model/domains/diagnosis/evidence.schema.ts';
import { proofName, proofValues } from '../model/domains/hostnames/hostname-proof.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { dnsEvidence } from './dns-evidence.ts';
import { recursiveAnswer } from './walk/server-answer.ts';

/** What is looked for: the TXT record by which an organization proves a hostname. */
export interface Proof {
  organizationId: string;
  hostname: string;
  serviceSecret: ServiceSecret;
}

/** Whether DNS shows the proof. No usable answer is `unknown`: it says neither. */
export async function lookForProof(
  resolve: Resolve,
  { organizationId, hostname, serviceSecret }: Proof,
  now: Date,
): Promise<{ proof: 'shown' | 'absent' | 'unknown'; evidence: Evidence }> {
  const name = proofName(hostname);
  const answer = await resolve(name, 'TXT');
  const evidence = dnsEvidence(name, recursiveAnswer('TXT', answer), now);
  if (answer.kind === 'failure') return { proof: 'unknown', evidence };
  const values = proofValues(organizationId, hostname, serviceSecret);
  const isShown = answer.records.some(({ type, value }) => type === 'TXT' && values.includes(value));
  return { proof: isShown ? 'shown' : 'absent', evidence };
}
