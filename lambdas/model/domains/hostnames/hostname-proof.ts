import type { ServiceSecret } from '../../../shared/secrets/service-secret.ts';

/** The TXT record that proves a hostname to be an organization's: only who controls the zone can publish it. */
export function claimRecord(organizationId: string, hostname: string, serviceSecret: ServiceSecret) {
  const proof = serviceSecret.sign('hostname-claim', messageOf(organizationId, hostname));
  return { type: 'TXT', name: proofName(hostname), value: recordValue(proof) };
}

/** Every value that proves it: what an earlier version of the secret has signed may be published still. */
export function proofValues(organizationId: string, hostname: string, serviceSecret: ServiceSecret): string[] {
  return serviceSecret.signAll('hostname-claim', messageOf(organizationId, hostname)).map(recordValue);
}

export function proofName(hostname: string): string {
  return `_cps-claim.${hostname}`;
}

function messageOf(organizationId: string, hostname: string): string {
  return `${organizationId} ${hostname}`;
}

function recordValue(proof: Buffer): string {
  return `cps-claim=${proof.toString('base64url')}`;
}
