import { describe, expect, it } from 'vitest';
import { zoneReport } from '../../../../bin/admin/base-target/zone-commands.ts';
import { LabelRecords, ZoneState } from '../../../../lambdas/model/servers/label-records.schema.ts';

const CAA = '0 issue "ca.example; validationmethods=http-01"';
const label = (serverId: number, more: Partial<LabelRecords>) =>
  LabelRecords.parse({
    label: `label${serverId}`,
    organizationId: 'org_A',
    serverId,
    addresses: ['192.0.2.1'],
    revision: 1,
    ...more,
  });
const report = (state: Partial<ZoneState>, ...labels: LabelRecords[]) =>
  zoneReport({ baseTarget: 'cname.service.net', state: ZoneState.parse(state), labels });
const written = { caa: [CAA], caaMadeAt: '2026-06-01T12:00:00.000Z' };

describe('what the administrator is shown of the zone', () => {
  it('has, of each server, its records as lines of a zone file, and how far they are', () => {
    const { servers } = report(
      written,
      label(1, {}),
      label(2, { addresses: ['lb.example.com'], stepDueAt: '2026-06-01T12:30:00.000Z' }),
      label(3, { addresses: ['2001:db8::3'], stepDueAt: '2026-06-02T12:30:00.000Z', problem: 'RRSet … is not permitted' }),
    );
    expect(servers).toEqual([
      {
        organization_id: 'org_A',
        server_id: 1,
        state: 'published',
        records: ['label1.cname.service.net. 60 IN A 192.0.2.1', `label1.cname.service.net. 60 IN CAA ${CAA}`],
      },
      {
        organization_id: 'org_A',
        server_id: 2,
        state: 'waits since 2026-06-01T12:30:00.000Z',
        records: ['label2.cname.service.net. 60 IN CNAME lb.example.com.'],
      },
      {
        organization_id: 'org_A',
        server_id: 3,
        state: 'refused by Route 53: RRSet … is not permitted',
        records: ['label3.cname.service.net. 60 IN AAAA 2001:db8::3', `label3.cname.service.net. 60 IN CAA ${CAA}`],
      },
    ]);
  });

  it('is what somebody has to set by hand, where the stage names no zone', () => {
    const shown = report({}, label(1, { stepDueAt: '2026-06-01T12:30:00.000Z' }), label(2, { addresses: [] }));
    expect(shown.written_by).toMatch(/^you: /);
    expect(shown.servers).toMatchObject([{ state: 'not written by the service', records: [expect.stringContaining(' IN A ')] }]);
  });
});
