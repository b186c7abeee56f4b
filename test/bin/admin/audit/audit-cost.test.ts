import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { LAMBDA_RUN } from '../../../../bin/admin/prices/counts.ts';
import priceFile from '../../../../bin/admin/prices/us-east-1.json' with { type: 'json' };
import { sealEntries } from '../../../../lambdas/audit-chain/seal-entries.ts';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../../lambdas/shared/audit/audit.store.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { HOUR, later } from '../../../lambdas/a-domain.ts';
import { edgesWith } from '../../../lambdas/edges.ts';
import { meteredTable } from '../prices/metered-table.ts';

const price = (name: keyof typeof priceFile.prices) => priceFile.prices[name].usd / priceFile.prices[name].per;
/** Twelve entries a year: creation and removal, four changes, and six releases of the private key to one machine. */
const ENTRIES_A_MONTH = 12 / 12;
const KEPT_MONTHS = 400 / 30;
/** The audit's part of the 0.00002 that audit and reports may cost together. */
const MAX_USD = 0.000015;

function anEntry(at: Date): AuditEntry {
  return {
    id: `aud_${ulid(at.getTime())}`,
    at: at.toISOString(),
    organizationId: `org_${'0'.repeat(26)}`,
    action: 'domain.updated',
    resource: { type: 'domain', id: '4503599627371' },
    actor: {
      type: 'api_key',
      keyId: `cps_pk_live_${'x'.repeat(16)}`,
      requestId: `req_${'0'.repeat(26)}`,
      sourceIp: '192.0.2.1',
      userAgent: 'certificate-provisioning-client/0.5.0 node/24.0.0',
    },
    before: { server_id: 1, metadata: { plan: 'a' } },
    after: { server_id: 2, metadata: { plan: 'b' } },
  };
}

it('a domain’s audit costs at most 0.000015 USD a month, each entry alone in its seal and the first of its day', async () => {
  const { table, used, bytes: stored } = meteredTable([]);
  const ports = openRows(edgesWith({ table }));
  const [DAY, days] = [24 * HOUR, 3];
  for (let day = 0; day < days; day += 1) {
    const write = auditWrite(table, anEntry(later(day * DAY)));
    await table.transact([write]);
    await sealEntries([write.Put?.Item], later(day * DAY + 2000), ports);
  }
  const bytes = stored() / days;
  const run = price('lambdaRequest') + LAMBDA_RUN.gigabytes * LAMBDA_RUN.seconds * price('lambdaGbSecond');
  const once = (used.writeUnit * price('writeUnit') + used.readUnit * price('readUnit')) / days + run;
  const kept = (bytes * KEPT_MONTHS * (price('storedGbMonth') + price('backedUpGbMonth'))) / 1e9;
  const usd = ENTRIES_A_MONTH * (once + kept);
  expect(used).toEqual({ writeUnit: 4 * days, readUnit: expect.any(Number) });
  expect(used.readUnit).toBeLessThanOrEqual(2 * days);
  expect(usd).toBeLessThan(MAX_USD);
  expect(usd, String(usd)).toBeGreaterThan(MAX_USD / 2);
});
