import { expect, it, vi } from 'vitest';
import { ownershipChecker } from '../../../lambdas/dns/look-at-ownership.ts';
import { claimRecord } from '../../../lambdas/model/domains/claim.ts';
import type { DnsAnswer } from '../../../lambdas/shared/net/resolve.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { nobodyAnswers, noSuchName, resolverKnowing, servfail } from '../shared/net/answers.ts';

const now = new Date('2026-11-21T07:00:00.000Z');
const hostname = 'shop.customer.com';
const baseTarget = 'target.example';
const serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
const { name, value } = claimRecord('org_mine', hostname, serviceSecret);
const owners: Record<string, string> = { ownlabel22222222: 'org_mine', foreignlabel4444: 'org_other' };
const servers = {
  async ownerOfLabel(label: string) {
    const organizationId = owners[label];
    return organizationId === undefined ? undefined : { organizationId, serverId: 1 };
  },
};

function look(known: Record<string, string[] | DnsAnswer>) {
  const resolve = resolverKnowing(known);
  const resolveWithin = vi.fn(() => resolve);
  const seen = ownershipChecker({ resolveWithin, servers, baseTarget, serviceSecret })('org_mine', hostname, now);
  return { seen, asked: resolve.asked, resolveWithin };
}
const cname = (target: string) => ({ [`CNAME ${hostname}`]: [target] });
const mine = { kind: 'organization', organizationId: 'org_mine' };
const theirs = { kind: 'organization', organizationId: 'org_other' };
const elsewhere = { kind: 'elsewhere' };
const unknown = { kind: 'unknown' };

it.each<[string, Record<string, string[] | DnsAnswer>, boolean, object]>([
  ['an own label', cname(`ownlabel22222222.${baseTarget}`), true, mine],
  ['the label of another organization', cname(`foreignlabel4444.${baseTarget}`), false, theirs],
  ['that label, and the TXT record', { ...cname(`foreignlabel4444.${baseTarget}`), [`TXT ${name}`]: [value] }, true, theirs],
  ['a label of nobody', cname(`nobodyslabel5555.${baseTarget}`), false, elsewhere],
  ['a name below an own label', cname(`x.ownlabel22222222.${baseTarget}`), false, elsewhere],
  ['the bare base target', cname(baseTarget), false, unknown],
  ['the bare base target, and the TXT record', { ...cname(baseTarget), [`TXT ${name}`]: [value] }, true, unknown],
  ['another name', cname('elsewhere.net'), false, elsewhere],
  ['a loop', cname(hostname), false, elsewhere],
  ['no record', {}, false, elsewhere],
  ['no such name', { [`CNAME ${hostname}`]: noSuchName }, false, elsewhere],
  ['a failure', { [`CNAME ${hostname}`]: servfail, [`TXT ${name}`]: nobodyAnswers }, false, unknown],
  ['a failure half-way', { ...cname('a.net'), 'CNAME a.net': servfail }, false, unknown],
  ['a failure, and the TXT record', { [`CNAME ${hostname}`]: servfail, [`TXT ${name}`]: [value] }, true, unknown],
  ['another TXT record', { [`TXT ${name}`]: [`${value}x`, 'v=spf1'] }, false, elsewhere],
])('looking at whose a hostname is finds %s', async (_, known, isProven, leadsTo) => {
  const isRecordShown = JSON.stringify(known[`TXT ${name}`]) === JSON.stringify([value]);
  expect(await look(known).seen).toEqual({ isProven, isRecordShown, leadsTo });
});

it('looking at whose a hostname is has less than 3 seconds for all its questions', () => {
  const { resolveWithin } = look({});
  expect(resolveWithin).toHaveBeenCalledOnce();
  expect(resolveWithin.mock.calls[0]).toEqual([expect.any(Number)]);
  expect(Number((resolveWithin.mock.calls as unknown[][])[0]?.[0])).toBeLessThan(3_000);
});

it('looking at whose a hostname is asks for CNAME and TXT at once', async () => {
  const { seen, asked } = look({});
  expect(asked).toEqual([`CNAME ${hostname}`, `TXT ${name}`]);
  await seen;
});
