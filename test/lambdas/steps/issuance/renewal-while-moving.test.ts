import { expect, it } from 'vitest';
import { iso, issued, served, servedAs } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';

const move = { fromServerId: 7, state: 'awaiting_dns' as const };

it.each([false, true])(
  'a certificate that is renewed while its domain moves comes before both servers in one transaction, by whichever step: at once %s',
  async (atOnce) => {
    const renewal = await AnIssuance.prepared();
    renewal.domain = {
      ...renewal.domain,
      ...served,
      served: servedAs({ certificate: { ...issued, notAfter: iso(1) } }),
      move,
    } as typeof renewal.domain;
    const { organizationId, url: hostname, id: domainId } = renewal.domain;
    const place = { organizationId, serverId: 7, hostname, domainId, attempt: 1, facts: issued, handshakes: {} };
    renewal.atServer = { ...place, state: 'removed' };
    renewal.ca.issuesAtOnce = atOnce;
    await renewal.finish();
    expect(renewal.domain).toMatchObject({ phase: 'installing', move: { fromServerId: 7, state: 'installing' } });
    expect(renewal.certificates.map(({ serverId }) => serverId)).toEqual([1, 7]);
    const [atNext, atFormer] = renewal.certificates;
    expect(atFormer).toEqual({ ...atNext, serverId: 7 });
    expect(renewal.changes.at(-1)?.alongside?.filter(({ Update }) => Update)).toHaveLength(2);
    expect(renewal.announced).toHaveLength(2);
  },
);
