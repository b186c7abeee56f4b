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
  /** What was made since: a restore does not have it. */
  made: Made[];
}

export const noProofs = (): Proofs => ({
  ended: new Set(),
  rekeyed: new Set(),
  deletedDomains: new Map(),
  linkGenerations: new Map(),
  made: [],
});

const ENDED: readonly string[] = [
  'machine.revoked',
  'machine.retired',
  'webhook.deleted',
  'member.removed',
  'server.deleted',
  'organization.deleted',
];
const MADE: readonly string[] = ['api_key.created', 'domain.created', 'machine.enrolled', 'server.created', 'webhook.created'];

export function addProof(proofs: Proofs, { action, organizationId, resource, after }: AuditEntry): void {
  if (ENDED.includes(action)) proofs.ended.add(proofOf(resource.type, organizationId, resource.id));
  if (action === 'machine.rekey_requested' || (action === 'machine.revoked' && after?.rekey === true))
    proofs.rekeyed.add(resource.id);
  if (action === 'domain.deleted') proofs.deletedDomains.set(Number(resource.id), organizationId);
  if (action === 'portal_links.ended')
    proofs.linkGenerations.set(Number(resource.id), { organizationId, generation: Number(after?.link_generation) });
  if (MADE.includes(action)) proofs.made.push({ kind: resource.type, organization_id: organizationId, id: resource.id });
}

/** Whether one of an organization was ended, itself or with its organization. */
export function hasProof({ ended }: Proofs, type: string, organizationId: string, id: string): boolean {
  const live = liveOrganizationOf(organizationId);
  const wholes = [organizationId, live].map((whole) => proofOf('organization', whole, whole));
  return [proofOf(type, organizationId, id), ...wholes].some((proof) => ended.has(proof));
}

function proofOf(type: string, organizationId: string, id: string): string {
  return `${type}:${organizationId}:${id}`;
}
