import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { LIST_INDEXES, LISTED_ATTRIBUTE } from '../../../../contract/stack/table-shape.ts';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { statusSummary } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { domainItem, domainOf, shownDomainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { TimelineEntry } from '../../../../lambdas/model/domains/timeline.store.ts';
import { aDomain, issued, NOW } from '../../a-domain.ts';
import { inEveryPhase } from '../../lifecycle/every-phase.ts';

const stored = (domain: Domain) => unmarshall(marshall(domainItem(domain), { removeUndefinedValues: true }));
const indexKeys = (domain: Domain) => {
  const item = stored(domain);
  const attributes = Object.values(LIST_INDEXES).flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  return Object.fromEntries([...new Set(attributes)].flatMap((name) => (name in item ? [[name, item[name]]] : [])));
};

/** A write adds the status summary with its times. */
const withSaid = (domain: Domain) => ({ ...domain, said: statusSummary(domain) });

it.each(inEveryPhase)('a domain in the table in phase %s comes back as it was', (_, domain) => {
  expect(domainOf(stored(domain))).toEqual(withSaid(domain));
});

it.each(inEveryPhase)('a domain in the table in phase %s is shown in a list as it is by itself', (_, domain) => {
  const projected = { [LISTED_ATTRIBUTE]: stored(domain)[LISTED_ATTRIBUTE] };
  expect(domainResource(shownDomainOf(projected))).toEqual(domainResource(domain));
});

it('a domain in the table has what is only suspected of it where no list reads it, so that no index is written for it', () => {
  const found = { code: 'cname_not_found' as const, evidence: [] };
  const cname = { since: '2026-01-01T00:00:00.000Z', times: 1, found };
  const suspected = aDomain('active', { conditions: { cname: { ...cname, isSuspected: true } } });
  expect(domainOf(stored(suspected))).toEqual(withSaid(suspected));
  expect(stored(suspected)[LISTED_ATTRIBUTE]).toEqual(stored(aDomain('active'))[LISTED_ATTRIBUTE]);
  expect(shownDomainOf(stored(aDomain('active', { conditions: { cname } }))).conditions).toEqual({ cname });
});

it('a domain in the table has nothing secret where lists are read from', () => {
  const { sealedKey, csr } = aDomain('finalizing').issuance;
  const listed = JSON.stringify(stored(aDomain('finalizing'))[LISTED_ATTRIBUTE]);
  expect([sealedKey.ciphertext, csr].some((text) => listed.includes(text))).toBe(false);
});

it('a reason of a diagnosis that only a later release gives is read as none, wherever it is stored', () => {
  const later = { code: 'certificate_not_served', evidence: [], reason: 'seen_by_nobody_yet' } as unknown as Diagnosis;
  const at = '2026-01-01T00:00:00.000Z';
  const served = { since: at, times: 1, found: later, isSuspected: true as const };
  const domain = aDomain('active', { conditions: { unseen: { since: at, found: later }, served } });
  const { conditions } = domainOf(stored(domain));
  expect(conditions.unseen?.found).toEqual({ ...later, reason: undefined });
  expect(conditions.served?.found).toEqual({ ...later, reason: undefined });
  expect(shownDomainOf(stored(domain)).conditions.unseen?.found.reason).toBeUndefined();
  const entry = {
    id: '01',
    at,
    what: 'dns.checked',
    code: 'cname_not_found',
    reason: 'seen_by_nobody_yet',
    actor: { type: 'service' },
  };
  expect(TimelineEntry.parse(entry)).toEqual({ ...entry, reason: undefined });
});

it('the keys of the indexes of a domain without a certificate keep it out of those by expiry', () => {
  expect(indexKeys(aDomain('awaiting-dns', { id: 7 }))).toEqual({
    actorPk: 'ORG#org_A#ACTOR#customer',
    waitsSince: NOW.toISOString(),
    listPk: 'ORG#org_A',
    listId: 7,
    sslPk: 'ORG#org_A#SSL#pending',
    dnsPk: 'ORG#org_A#DNS#pending',
    serverPk: 'ORG#org_A#SERVER#1',
  });
});

it('the keys of the indexes of a domain with a certificate tell its end', () => {
  expect(indexKeys(aDomain('active', { cname: { everValidated: true } }))).toMatchObject({
    certificateEndsAt: issued.notAfter,
    sslPk: 'ORG#org_A#SSL#active',
  });
});

it('a domain that is being removed is in no list; it is still due', () => {
  expect(indexKeys(aDomain('removing'))).toEqual({});
  expect(stored(aDomain('removing'))).toHaveProperty('duePk');
});
