import type { ServiceSecret } from '../shared/service-secret.ts';

/** Who holds a hostname. */
export interface Claim {
  domainId: number;
  organizationId: string;
}

/** The hostname is claimed already. `claim` says by whom: for us, never for the caller. */
export class HostnameTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super('the hostname is claimed');
    this.claim = claim;
  }
}

/** The TXT record that proves a hostname to be an organization's: only who controls the zone can publish it. */
export function claimRecord(organizationId: string, hostname: string, serviceSecret: ServiceSecret) {
  const proof = serviceSecret.sign('hostname-claim', `${organizationId} ${hostname}`).toString('base64url');
  return { type: 'TXT', name: `_cps-claim.${hostname}`, value: `cps-claim=${proof}` };
}
