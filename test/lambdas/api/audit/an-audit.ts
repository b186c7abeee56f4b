import { listAudit } from '../../../../lambdas/api/audit/list-audit.ts';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../../lambdas/shared/audit/audit.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { HOUR, later } from '../../a-domain.ts';
import { type ApiCall, apiCaller, opened, table, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened([listAudit]));
export const list = (query = '', more: Partial<ApiCall> = {}) => call({ method: 'GET', path: '/api/audit', query, ...more });
export const DAY = 24 * HOUR;
export const KEY = {
  type: 'api_key',
  keyId: 'cps_pk_live_x',
  requestId: 'req_7',
  sourceIp: '192.0.2.7',
  userAgent: 'ours/1',
} as const;
export const PERSON = { ...KEY, type: 'user', userId: 'usr_1' } as const;

export const idOf = (milliseconds: number) => `aud_${timeDigitsAt(later(milliseconds))}${'1'.repeat(16)}`;
/** An entry created this many milliseconds after NOW. */
export const entry = (milliseconds: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(milliseconds),
  at: later(milliseconds).toISOString(),
  organizationId: 'org_A',
  action: 'domain.updated',
  resource: { type: 'domain', id: '7' },
  actor: KEY,
  before: { server_id: 1 },
  after: { server_id: 2 },
  ...changes,
});
const itemOf = (one: AuditEntry) => auditWrite(table, one).Put?.Item ?? {};
export const hold = (...entries: AuditEntry[]) => tableHolds(...entries.map(itemOf));
