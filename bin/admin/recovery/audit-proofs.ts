import { liveOrganizationOf } from '../../../lambdas/model/accounts/tenant.ts';
import type { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';

export interface Made {
  kind: string;
  organization_id: string;
  id: string;
}

/**
 * What the audit of the former table says was ended after the instant that was restored to. A row that is missing there may as
 * well be the damage that the table was restored for: only an entry of the audit proves that somebody ended it.
 */
export interface Proofs {
  /** `<type>:<organization>:<id>` of what was ended. */
  ended: Set<string>;
  /** Machines whose domains were to get new keys. */
  rekeyed: Set<string>;
  /** By id, domains that were deleted, and whose they are. */
  deletedDomains: Map<number, string>;
  /** By id, domains whose portal links were ended, with the generation of links that is valid since. */
  linkGenerations: Map<number, { organizationId: string; generation: number }>;
  /** By id, domains for which another certificate was asked, and whose they are. */
  renewals: Map<number, string>;
  /** What was made since, by the id of the entry: a restore does not have it. */
  made: Map<string, Made>;
  /** When something of each `<type>:<organization>:<id>` was last changed. */
  changedAt: Map<string, string>;
}

export const noProofs = (): Proofs => ({
  ended: new Set(),
  rekeyed: new Set(),
  deletedDomains: new Map(),
  linkGenerations: new Map(),
  renewals: new Map(),
  made: new Map(),
  changedAt: new Map(),
});

const ENDED: readonly string[] = [
  'machine.revoked',
  'machine.retired',
  'webhook.deleted',
  'member.removed',
  'server.deleted',
  'organization.deleted',
];
const MADE: Record<string, string> = {
  'api_key.created': 'api_key',
  'domain.created': 'domain',
  'machine.enrolled': 'machine',
  'server.created': 'server',
  'webhook.created': 'webhook',
  'certificate.revocation_requested': 'revocation',
};

export function addProof(proofs: Proofs, { id, action, at, organizationId, resource, after }: AuditEntry): void {
  const name = proofOf(resource.type, organizationId, resource.id);
  if (at > (proofs.changedAt.get(name) ?? '')) proofs.changedAt.set(name, at);
  if (ENDED.includes(action)) proofs.ended.add(name);
  if (action === 'machine.rekey_requested' || (action === 'machine.revoked' && after?.rekey === true))
    proofs.rekeyed.add(resource.id);
  if (action === 'domain.deleted') proofs.deletedDomains.set(Number(resource.id), organizationId);
  if (action === 'certificate.renewal_requested') proofs.renewals.set(Number(resource.id), organizationId);
  if (action === 'portal_links.ended')
    proofs.linkGenerations.set(Number(resource.id), { organizationId, generation: Number(after?.link_generation) });
  const made = MADE[action];
  if (made !== undefined) proofs.made.set(id, { kind: made, organization_id: organizationId, id: resource.id });
}

/** Whether one of an organization was ended, itself or with its organization. */
export function hasProof({ ended }: Proofs, type: string, organizationId: string, id: string): boolean {
  const live = liveOrganizationOf(organizationId);
  const wholes = [organizationId, live].map((whole) => proofOf('organization', whole, whole));
  return [proofOf(type, organizationId, id), ...wholes].some((proof) => ended.has(proof));
}

export function proofOf(type: string, organizationId: string, id: string): string {
  return `${type}:${organizationId}:${id}`;
}
