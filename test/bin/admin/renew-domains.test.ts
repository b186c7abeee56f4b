import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CertificateFilter, type RenewalCounts, renewDomain, renewDomains } from '../../../bin/admin/renewal-commands.ts';
import { decideOnScan } from '../../../lambdas/lifecycle/scan-transition.ts';
import { domainItem, domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { ScanIndex } from '../../../lambdas/shared/table/index-scan.store.ts';
import { aDomain, HOUR, iso, issued, justServed, NOW, served, timings } from '../../lambdas/a-domain.ts';
import { domains, itemsUnder, meanwhile, tableHolds } from '../../lambdas/api/api-caller.ts';

const DAY = 24 * HOUR;
const row = (id: number, changes: object = {}, phase: Domain['phase'] = 'active') => {
  const domain = aDomain(phase, { id, ...served, ...changes } as never);
  return domain as Domain;
};
const ofCa = (ca: string, day: number) => ({ served: { certificate: { ...issued, ca, notBefore: iso(day * DAY) } } });

let items: ReturnType<typeof tableHolds>;
const stored = (id: number) => domainOf(items.get(`DOMAIN#${id}|DOMAIN`) ?? expect.fail(`domain ${id} is gone`));
const dueNow = () =>
  itemsUnder(items, 'DOMAIN#').flatMap((item) =>
    item.sk === 'DOMAIN' && domainOf(item).served?.renewAt === iso(0) ? [domainOf(item).id] : [],
  );

/** Pages of two, ordered by id, so that changes do not move them. */
const scan: ScanIndex = async (startAt) => {
  const rows = itemsUnder(items, 'DOMAIN#').filter(({ sk, listPk }) => sk === 'DOMAIN' && listPk);
  const behind = rows
    .filter(({ listId }) => Number(listId) > Number(startAt?.listId ?? 0))
    .toSorted((a, b) => Number(a.listId) - Number(b.listId));
  const [last, ...more] = [behind[1], behind[2]];
  return { items: behind.slice(0, 2), ...(last && more[0] && { next: { listId: last.listId } }) };
};
const pages = vi.fn<(renewals: RenewalCounts, cursor: string | undefined) => void>();
const renew = (chosen: CertificateFilter = {}, how: { dryRun?: boolean; from?: string } = {}) =>
  renewDomains(chosen, how, {
    scan,
    domains,
    clock: () => NOW,
    pause: async () => {},
    onPage: (...page) => pages(structuredClone(page[0]), page[1]),
  });

beforeEach(() => {
  pages.mockReset();
  items = tableHolds(...[row(1), row(2, ofCa('Other CA', 5)), row(3, ofCa('Test CA', 10)), row(4), row(5)].map(domainItem));
});

describe('admin renew', () => {
  it('makes every renewal due, with an audit record each, and the scan then begins it', async () => {
    expect(await renew()).toEqual({ read: 5, made_due: 5, due_already: 0, under_way: 0 });
    expect(dueNow()).toEqual([1, 2, 3, 4, 5]);
    expect(itemsUnder(items, 'AUDIT#')).toHaveLength(5);
    expect(itemsUnder(items, 'AUDIT#')[0]).toMatchObject({
      action: 'certificate.renewal_scheduled',
      actor: { type: 'administrator' },
      resource: { type: 'domain', id: '1' },
      before: { renewal_at: justServed.renewAt },
      after: { renewal_at: iso(0) },
    });
    expect(items.get('DOMAIN#1|DOMAIN')).toMatchObject({ scanAt: iso(0) });
    expect(decideOnScan(stored(1), { now: NOW, timings })).toMatchObject({ domain: { phase: 'preparing' } });
  });

  it.each<[string, CertificateFilter, number[]]>([
    ['of one CA', { ca: 'Other CA' }, [2]],
    ['that were issued before an instant, and not at it', { issuedBefore: new Date(iso(10 * DAY)) }, [1, 2, 4, 5]],
    ['of one CA and before an instant', { ca: 'Test CA', issuedBefore: new Date(iso(10 * DAY)) }, [1, 4, 5]],
  ])('renews those %s, and no others', async (_, chosen, expected) => {
    expect(await renew(chosen)).toMatchObject({ read: 5, made_due: expected.length });
    expect(dueNow()).toEqual(expected);
  });

  it('asked again changes nothing for those that are due, and adds nothing to their records', async () => {
    await renew();
    const before = structuredClone([...items]);
    expect(await renew()).toEqual({ read: 5, made_due: 0, due_already: 5, under_way: 0 });
    expect([...items]).toEqual(before);
  });

  it('goes on where it ended, page by page', async () => {
    pages.mockImplementationOnce(() => {
      throw new Error('interrupted');
    });
    await expect(renew()).rejects.toThrow('interrupted');
    const [[first, cursor] = []] = pages.mock.calls;
    expect(first).toMatchObject({ read: 2, made_due: 2 });
    expect(dueNow()).toEqual([1, 2]);
    expect(await renew({}, { from: cursor ?? '' })).toMatchObject({ read: 3, made_due: 3 });
    expect(dueNow()).toEqual([1, 2, 3, 4, 5]);
    expect(pages.mock.calls.at(-1)?.[1]).toBeUndefined();
  });

  it('with a cursor that nobody has printed says so', async () => {
    await expect(renew({}, { from: 'nonsense' })).rejects.toThrow('--from');
  });

  it('as a dry run counts the same, and writes nothing', async () => {
    const before = structuredClone([...items]);
    expect(await renew({ ca: 'Test CA' }, { dryRun: true })).toEqual({ read: 5, made_due: 4, due_already: 0, under_way: 0 });
    expect([...items]).toEqual(before);
  });

  it('leaves alone what is on its way, was never served, is being removed, or belongs to somebody else by now', async () => {
    const never = aDomain('validating', { id: 3 });
    const lost = row(4, { claimLost: true }, 'failed');
    items = tableHolds(
      ...[row(1, {}, 'ordering'), row(2, {}, 'installing'), never, lost, row(5, {}, 'removing')].map(domainItem),
    );
    expect(await renew()).toEqual({ read: 4, made_due: 0, due_already: 0, under_way: 2 });
    expect(dueNow()).toEqual([]);
  });

  it('makes a renewal due that waits for its next try, or for the arrival of its domain at another server', async () => {
    const waiting = row(1, { served: { renewalFailures: 3, renewAt: iso(DAY) } });
    items = tableHolds(...[waiting, row(2, {}, 'moving'), row(3, {}, 'retiring')].map(domainItem));
    expect(await renew()).toMatchObject({ made_due: 3 });
  });

  it('decides by the row where the index is behind, and again where somebody else writes first', async () => {
    const renewed = row(1, { served: { certificate: { ...issued, ca: 'Other CA' } }, version: 9 });
    meanwhile(() => items.set('DOMAIN#1|DOMAIN', domainItem(renewed)));
    items = tableHolds(domainItem(row(1)));
    meanwhile(() => items.set('DOMAIN#1|DOMAIN', domainItem(renewed)));
    expect(await renew({ ca: 'Test CA' })).toMatchObject({ read: 1, made_due: 0 });
    expect(stored(1)).toMatchObject({ served: { certificate: { ca: 'Other CA' }, renewAt: justServed.renewAt } });
  });
});

describe('admin renew --domain', () => {
  const ports = { domains, clock: () => NOW, pause: async () => {} };

  it('makes the renewal of one domain due, and of no other, once', async () => {
    expect(await renewDomain(4, ports)).toEqual({ read: 1, made_due: 1, due_already: 0, under_way: 0 });
    expect(await renewDomain(4, ports)).toEqual({ read: 1, made_due: 0, due_already: 1, under_way: 0 });
    expect(dueNow()).toEqual([4]);
  });

  it('refuses a domain that is not there, and one without a certificate', async () => {
    items = tableHolds(domainItem(aDomain('awaiting-dns', { id: 9 })));
    for (const id of [8, 9]) await expect(renewDomain(id, ports)).rejects.toThrow('no certificate that could be renewed');
  });
});
