import { serverReads } from '../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import { SERVICE } from '../../../lambdas/shared/audit/audit.schema.ts';
import { storedEntries } from '../../../lambdas/shared/audit/audit.store.ts';
import type { SignedDay } from '../../../lambdas/shared/audit/seal.schema.ts';
import { sealStore } from '../../../lambdas/shared/audit/seal.store.ts';
import { AuditVerification, type Finding, verifyDays, type Window } from '../../../lambdas/shared/audit/verify.ts';
import { type AuditScope, auditPlace, isMachineId } from '../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { monthsBetween } from '../../../lambdas/shared/time/instant.ts';
import { allOrganizations } from '../organizations/organization-list.store.ts';

export interface VerifyPorts {
  table: Table;
  signed: SignedDay[];
  publicKeyPem: string;
  now: Date;
  onProgress: (organizationId: string, entries: number) => void;
}

export interface VerificationResult {
  organizations: number;
  entries: number;
  /** Younger than the time allowed for sealing. */
  not_sealed_yet: number;
  /** Unsealed, from before the first whole day that was signed. */
  before_sealing: number;
  seals: number;
  signed_days: number;
  findings: Finding[];
}

const PROGRESS_EVERY = 100_000;

/** Verifies one organization, or all existing ones and all that were ever signed: a deleted organization's audit remains. */
export async function verifyAudit(
  organization: string | undefined,
  window: Window,
  ports: VerifyPorts,
): Promise<VerificationResult> {
  const { days, findings } = verifyDays(ports.signed, ports.publicKeyPem);
  const result: VerificationResult = {
    organizations: 0,
    entries: 0,
    not_sealed_yet: 0,
    before_sealing: 0,
    seals: 0,
    signed_days: days.length,
    findings,
  };
  const signed = days.flatMap(({ heads }) => Object.keys(heads));
  const all =
    organization === undefined
      ? [SERVICE, ...(await allOrganizations(ports.table)).map(({ id }) => id), ...signed]
      : [organization];
  for (const organizationId of new Set(all)) {
    const verification = new AuditVerification(organizationId, days, window, ports.now);
    await readAll(organizationId, verification, window, ports);
    const { seals, entries, pending, unproven, findings: found } = verification.finish();
    result.organizations += 1;
    result.seals += seals;
    result.entries += entries;
    result.not_sealed_yet += pending;
    result.before_sealing += unproven;
    findings.push(...found);
  }
  return result;
}

async function readAll(
  organizationId: string,
  verification: AuditVerification,
  window: Window,
  ports: VerifyPorts,
): Promise<void> {
  const { table, onProgress } = ports;
  // The seals name deleted servers and machines too.
  const scopes = new Set<AuditScope>(['changes', ...(await scopesOfServers(organizationId, table))]);
  for await (const item of sealStore(table).all(organizationId)) {
    verification.seal(item);
    for (const scope of scopesIn(item.entries)) scopes.add(scope);
  }
  const months = monthsBetween(window.since, window.until);
  const places = [...scopes].flatMap((scope) => months.map((month) => auditPlace(scope, month)));
  let read = 0;
  // An entry is stored in the month of its request, but its id is generated while the request is answered and may belong to the
  // next month.
  for (const place of new Set([...verification.places, ...places])) {
    for await (const item of storedEntries(table, organizationId, place, window)) {
      verification.entry(item);
      read += 1;
      if (read % PROGRESS_EVERY === 0) onProgress(organizationId, read);
    }
  }
}

function scopesIn(entries: unknown): AuditScope[] {
  const places = Array.isArray(entries) ? entries.map((entry) => String(Object(entry).place).split('#', 1)[0] ?? '') : [];
  return places.map((scope) => (scope === 'changes' || isMachineId(scope) ? scope : Number(scope)));
}

async function scopesOfServers(organizationId: string, table: Table): Promise<AuditScope[]> {
  const scopes: AuditScope[] = [];
  const reads = serverReads(table);
  for (const id of await serverListStore(table).ids(organizationId)) {
    const server = await reads.get(organizationId, id);
    const machines = server?.type === 'agent' ? await reads.machines(server) : [];
    scopes.push(id, ...machines.map((machine) => machine.id).filter(isMachineId));
  }
  return scopes;
}
