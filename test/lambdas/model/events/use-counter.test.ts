import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { decideOnDns } from '../../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { requestCheck } from '../../../../lambdas/lifecycle/requests/check-request.ts';
import { requestRemoval } from '../../../../lambdas/lifecycle/requests/domain-requests.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import { useChange } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { appendEvents } from '../../../../lambdas/model/events/append-events.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { quotaUseOf, useCounterStore } from '../../../../lambdas/model/events/use-counter.store.ts';
import { OutboxEntry, type OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { holdItems, requestsTo } from '../../held-items.ts';
import { inEveryPhase } from '../../lifecycle/every-phase.ts';
import { anEvent, entryItem } from './an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
async function counted() {
  const { domains, unvalidatedDomains } = await useCounterStore(table).read('org_A');
  return { domains, unvalidatedDomains };
}
const ports = { log: eventAppendStore(table, {}), pause: async () => {}, readWebhooks: () => [], recipientsAmong: () => [] };
const append = (events: readonly OutboxEvent[]) => appendEvents('org_A', events, NOW, ports);

/** Rows as the API and the steps write them, and a relay that has not seen them yet. */
function anOrganization() {
  const { items } = holdItems(dynamo, []);
  let drawn = 0;
  const domains = domainStore(table, {
    newId: (prefix) => `${prefix}_01KTZ0000000000000000000${String(drawn++).padStart(3, '0')}`.slice(0, 30),
  });
  return {
    async create(id: number): Promise<Domain> {
      const domain = aDomain('awaiting-dns', { id, url: `d${id}.customer.com`, version: 1 });
      await domains.create(domain, claimStore(table).firstWrite(domain), {
        timeline: 'domain.created',
        events: ['domain.created'],
      });
      return domain;
    },
    async replace(before: Domain, next: { domain: Domain; events?: readonly unknown[] }) {
      await domains.replace(before, next.domain, { timeline: 'x', events: next.events as never });
      return { ...next.domain, version: before.version + 1 };
    },
    events: () =>
      [...items.values()].flatMap((item) => {
        const { data } = String(item.pk).startsWith('OUTBOX#') ? OutboxEntry.safeParse(item) : {};
        return data?.kind === 'event' ? [data] : [];
      }),
  };
}
const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const validatedNow = (domain: Domain) => {
  const decided = decideOnDns(domain as never, matched, { now: NOW, timings });
  if (!decided.changed) throw new Error('not validated');
  return decided;
};
const removedNow = (domain: Domain) => {
  const decided = requestRemoval(domain, { now: NOW, timings });
  if (decided.kind !== 'changed') throw new Error(decided.kind);
  return decided;
};

describe('what an organization uses', () => {
  it('is counted when the relay numbers the event that changed it, and read with one request', async () => {
    const { create, replace, events } = anOrganization();
    const [one, two] = [await create(1), await create(2), await create(3)];
    expect(await counted()).toEqual({ domains: 0, unvalidatedDomains: 0 });
    await append(events());
    expect(await counted()).toEqual({ domains: 3, unvalidatedDomains: 3 });
    const validated = await replace(one, validatedNow(one));
    await append(events());
    expect(await counted()).toEqual({ domains: 3, unvalidatedDomains: 2 });
    await replace(two, removedNow(two));
    await replace(validated, removedNow(validated));
    await append(events());
    const before = requestsTo(dynamo).length;
    expect(await counted()).toEqual({ domains: 1, unvalidatedDomains: 1 });
    expect(requestsTo(dynamo).slice(before)).toEqual(['GetItem']);
  });

  it('is counted as freed too, where a deletion or a validation ends it: a number that only grows', async () => {
    const { create, replace, events } = anOrganization();
    const [one, two] = [await create(1), await create(2)];
    await append(events());
    const validated = await replace(one, validatedNow(one));
    await append(events());
    await replace(two, removedNow(two));
    await replace(validated, removedNow(validated));
    await append(events());
    const counter = await table.get(keys.eventCounter('org_A'));
    expect(counter).toMatchObject({ domains: 0, unvalidatedDomains: 0, freedDomains: 2, freedUnvalidatedDomains: 2 });
  });

  it('is counted once, however often the stream or a redrive brings an event', async () => {
    const { create, events } = anOrganization();
    await create(1);
    const once = events();
    await append(once);
    await append(once);
    await append([...events(), ...once]);
    await Promise.all([append(once), append(once)]);
    expect(await counted()).toEqual({ domains: 1, unvalidatedDomains: 1 });
  });

  it('is counted once by many relays at once', async () => {
    const { create, events } = anOrganization();
    for (let id = 1; id <= 30; id += 1) await create(id);
    const all = events();
    await Promise.all([0, 1, 2, 3, 4].map((n) => append([...all.slice(n * 6, n * 6 + 6), ...all.slice(0, 3)])));
    expect(await counted()).toEqual({ domains: 30, unvalidatedDomains: 30 });
  });

  it('is never below zero, also where a removal is numbered before its creation', async () => {
    const { create, replace, events } = anOrganization();
    const domain = await create(1);
    const created = events();
    await replace(domain, removedNow(domain));
    const used = async () => quotaUseOf(undefined, await table.get(keys.eventCounter('org_A')));
    await append(events().filter(({ event }) => event === 'domain.deleted'));
    expect(await used()).toEqual({ domains: 0, unvalidatedDomains: 0 });
    await append(created);
    expect(await used()).toEqual({ domains: 0, unvalidatedDomains: 0 });
  });

  it('takes no request more than the events themselves, and leaves the log as it was', async () => {
    const event = { ...anEvent(1), use: { domains: 1, unvalidatedDomains: 1 } };
    const { items } = holdItems(dynamo, [entryItem(event)]);
    await append([event]);
    expect(requestsTo(dynamo)).toEqual(['Query', 'TransactWriteItems']);
    const { pk, sk } = keys.event('org_A', 1);
    expect(items.get(`${pk}|${sk}`)).not.toHaveProperty('use');
  });
});

describe('a change of what an organization uses', () => {
  it.each(inEveryPhase)('comes with an event that has it counted, in phase %s', (_, domain) => {
    const decided = [
      requestRemoval(domain, { now: NOW, timings }),
      requestCheck(domain, matched, 'integrator', { now: NOW, timings }),
    ];
    for (const next of decided) {
      if (next.kind === 'changed' && useChange(domain, next.domain)) expect(next.events).not.toEqual([]);
    }
  });

  it('is zero where a domain continues, or is removed a second time', () => {
    expect(useChange(aDomain('awaiting-dns'), aDomain('failed'))).toBeUndefined();
    expect(useChange(aDomain('removing'), aDomain('removing'))).toBeUndefined();
    expect(
      useChange(aDomain('active', { cname: { everValidated: true } }), aDomain('removing', { cname: { everValidated: true } })),
    ).toEqual({
      domains: -1,
      unvalidatedDomains: 0,
    });
  });
});
