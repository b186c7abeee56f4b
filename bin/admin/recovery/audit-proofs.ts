import { liveOrganizationOf } from '../../../lambdas/model/accounts/tenant.ts';
import type { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';

export interface CreatedResource {
  kind: string;
  organization_id: string;
  id: string;
}

/**
 * Audit entries of the former table that prove deletions after the restore point. A row missing there may also be the damage that
 * caused the restore, so only an audit entry proves a deletion.
 */
export interface Proofs {
  /** `<type>:<organization>:<id>` of deleted or revoked resources. */
  ended: Set<string>;
  /** Machines whose domains were to get new private keys. */
  rekeyed: Set<string>;
  deletedDomains: Map<number, string>;
  /** Domains whose portal links were invalidated, by id, with the link generation valid since. */
  linkGenerations: Map<number, { organizationId: string; generation: number }>;
  /** Organization of each domain for which another certificate was requested, by domain id. */
  renewals: Map<number, string>;
  /** Resources created after the restore point, which the restored table lacks, by the id of their audit entry. */
  made: Map<string, CreatedResource>;
  /** Time of the last change, by `<type>:<organization>:<id>`. */
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

/** True when the resource or its whole organization was deleted. */
export function hasProof({ ended }: Proofs, type: string, organizationId: string, id: string): boolean {
  const live = liveOrganizationOf(organizationId);
  const wholes = [organizationId, live].map((whole) => proofOf('organization', whole, whole));
  return [proofOf(type, organizationId, id), ...wholes].some((proof) => ended.has(proof));
}

export function proofOf(type: string, organizationId: string, id: string): string {
  return `${type}:${organizationId}:${id}`;
}
