import { describe, expect, it } from 'vitest';
import type { DiagnosisReason } from '../../../../contract/api/error-codes.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { aDomain } from '../../a-domain.ts';

const shown = (reason: DiagnosisReason, observed?: string) =>
  domainResource(
    aDomain('preparing', {
      diagnosis: { code: 'challenge_unreachable', reason, ...(observed !== undefined && { observed }), evidence: [] },
    }),
  ).diagnosis;

describe('a challenge path in the API that does not lead to us', () => {
  it.each<[DiagnosisReason, string]>([
    ['addresses_elsewhere', 'customer'],
    ['ipv6_elsewhere', 'customer'],
    ['lookup_failed', 'nobody'],
    ['server_busy', 'nobody'],
    ['bad_gateway', 'integrator'],
    ['connection_failed', 'integrator'],
    ['redirect_refused', 'integrator'],
    ['answered_by_wordpress', 'integrator'],
    ['reached_by_agent', 'integrator'],
  ])('says whose move it is: %s, the %s’s', (reason, actor) => expect(shown(reason)).toMatchObject({ reason, actor }));

  it('asks the customer to remove the very records that lead elsewhere, and for nothing else', () => {
    expect(shown('addresses_elsewhere', '192.0.2.1, 192.0.2.2').fix.records).toEqual([
      { action: 'remove', type: 'A', name: 'shop.customer.com', host: 'shop', value: '192.0.2.1' },
      { action: 'remove', type: 'A', name: 'shop.customer.com', host: 'shop', value: '192.0.2.2' },
    ]);
    expect(shown('ipv6_elsewhere', '2001:db8::1').fix.records).toMatchObject([{ action: 'remove', type: 'AAAA' }]);
    expect(shown('connection_failed').fix.records).toEqual([]);
  });
});
