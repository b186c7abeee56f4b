import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, type KeyEventName, type ServerEventName } from '../../../../contract/api/events.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { EVENT_TEXTS } from '../../../../lambdas/api/reference/event-texts.ts';
import type { CaRefusal } from '../../../../lambdas/lifecycle/issuance-observation.ts';
import type { DnsObservation, InstallationObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Requested } from '../../../../lambdas/lifecycle/request.ts';
import { toHandedOver, transferRequested } from '../../../../lambdas/lifecycle/requests/domain-requests.ts';
import type { Transition } from '../../../../lambdas/lifecycle/transition.ts';
import { domainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import { domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { eventBody, OutboxEntry, type OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { aDomain, HOUR, issued, later, NOW, served, timings } from '../../a-domain.ts';
import {
  checkRequested,
  decideOnDns,
  decideOnInstallation,
  decideOnOrder,
  decideOnPreparation,
  decideOnRevocation,
  decideOnScan,
  removalRequested,
} from '../../lifecycle/said-decisions.ts';
import { DOMAIN_ID, itemOf, itemsUnder, table, tableHolds } from '../api-caller.ts';
import { domainsApi, HOSTNAME, places } from '../domains/a-creation.ts';

type Items = Map<string, Record<string, unknown>>;
const DAY = 24 * HOUR;

let drawn = 0;
/** Like real ids: the prefix and a ULID. */
const newId = (prefix: string) => `${prefix}_01KAGZ3T8Q${String(++drawn).padStart(15, '0')}0`;
const domains = domainStore(table, { newId });

/** Writes the result of a transition or a request, as the lifecycle does. */
async function written(before: Domain, decided: Transition | Requested): Promise<Items> {
  if (!('events' in decided)) throw new Error('nothing is to be written');
  const items = tableHolds(itemOf(before));
  await domains.replace(before, { ...decided.domain, updatedAt: NOW.toISOString() }, decided);
  return items;
}

const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [] };
const seen: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const ordered = { kind: 'order-created', ca: 'Test CA', orderUrl: 'o', finalizeUrl: 'f', authorizationUrl: 'a' } as const;
const refusal: CaRefusal = {
  kind: 'ca-refused',
  problem: { type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: 'policy' },
};
const waiting = aDomain('awaiting-dns');
const active = aDomain('active');
const transfer = {
  organizationId: 'org_B',
  requestedAt: NOW.toISOString(),
  until: NOW.toISOString(),
  endsAt: later(DAY).toISOString(),
};
const dnsGone = { ...active, dnsStatus: 'error' as const };
const installing = aDomain('installing', { dnsStatus: 'validated' });
const ordering = aDomain('ordering');
const renewing = aDomain('ordering', served);
const replacing = aDomain('installing', { ...served, issued: { ...issued, fingerprintSha256: 'ef'.repeat(32) } } as never);
const preparing = aDomain('preparing', served);
const revoking = aDomain('revoking');

async function created(): Promise<Items> {
  const items = tableHolds(...places);
  await domainsApi({}, { newId }).call({ body: { url: HOSTNAME, server_id: 1 } });
  return items;
}

async function updated(): Promise<Items> {
  const items = tableHolds(itemOf(waiting));
  await domainsApi({}, { newId }).call({
    method: 'PATCH',
    path: `/api/domains/${DOMAIN_ID}`,
    body: { metadata: { plan: 'pro' } },
  });
  return items;
}

/**
 * The write that causes each domain event, or 'not sent yet'. Server events are in payloads-server.test.ts, key events in
 * ../../jobs/sweep/notify-key-expiries.test.ts and ../keys/report-leaks.test.ts.
 */
const CAUSES: Record<
  Exclude<EventName, ServerEventName | KeyEventName | `webhook.${string}`>,
  (() => Promise<Items>) | 'not sent yet'
> = {
  'domain.created': created,
  'domain.updated': updated,
  'domain.deleted': () => written(active, removalRequested(active, { now: NOW, timings })),
  'domain.validated': () => written(waiting, decideOnDns(waiting, matched, { now: NOW, timings })),
  'domain.validation_failed': () => written(waiting, decideOnDns(waiting, missing, { now: later(DAY), timings })),
  'domain.dns_changed': () => written(active, checkRequested(active, missing, 'integrator', { now: NOW, timings })),
  'domain.dns_restored': () => written(dnsGone, checkRequested(dnsGone, matched, 'integrator', { now: NOW, timings })),
  'domain.transfer_requested': () => written(active, transferRequested(active, 'org_B', NOW)),
  'domain.transferred': () => written(active, toHandedOver(active, transfer, { now: NOW, timings })),
  'certificate.requested': () => written(ordering, decideOnOrder(ordering, ordered, { now: NOW, timings })),
  'certificate.installed': () => written(installing, decideOnInstallation(installing, seen, { now: NOW, timings })),
  'certificate.issued': () => written(installing, decideOnInstallation(installing, seen, { now: NOW, timings })),
  'certificate.renewed': () => written(replacing, decideOnInstallation(replacing, seen, { now: NOW, timings })),
  'certificate.failed': () => written(ordering, decideOnOrder(ordering, refusal, { now: NOW, timings })),
  'certificate.at_risk': () =>
    written(preparing, decideOnPreparation(preparing, { kind: 'cname-gone', dns: missing }, { now: NOW, timings })),
  'certificate.renewal_failed': () => written(renewing, decideOnOrder(renewing, refusal, { now: NOW, timings })),
  'certificate.expiring': () =>
    written(active, decideOnScan(active, { now: later(89.5 * DAY), timings }) ?? expect.fail('nothing is due')),
  'certificate.expired': () => written(renewing, decideOnOrder(renewing, refusal, { now: later(91 * DAY), timings })),
  'certificate.revoked': () =>
    written(revoking, decideOnRevocation(revoking, { kind: 'certificate-revoked' }, { now: NOW, timings })),
};
const sent = Object.entries(CAUSES).flatMap(([event, cause]) => (cause === 'not sent yet' ? [] : [[event, cause] as const]));

function eventsIn(items: Items): OutboxEvent[] {
  const entries = itemsUnder(items, 'OUTBOX#').map((item) => OutboxEntry.parse(item));
  return entries.filter((entry) => entry.kind === 'event');
}

describe('an event of a domain', () => {
  it.each(sent)(
    'the event %s is written once, in the transaction that makes it true, with what the API then shows',
    async (event, cause) => {
      const items = await cause();
      const found = eventsIn(items).filter((entry) => entry.event === event);
      expect(found).toHaveLength(1);
      const [{ id, body, notify, domainId } = {} as OutboxEvent] = found;
      const row = domainOf(items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`) ?? {});
      const data = { domain: domainResource(row) };
      expect(body).toBe(
        eventBody({ id, event: event as EventName, livemode: true, domainId: DOMAIN_ID, createdAt: row.updatedAt, data }),
      );
      expect({ notify, domainId }).toEqual({ notify: true, domainId: DOMAIN_ID });
    },
  );

  it.each(sent)('the event %s has the documented body', async (_, cause) => {
    for (const entry of eventsIn(await cause())) {
      const body = JSON.parse(entry.body);
      expect(EVENT_PAYLOADS[entry.event].parse(body)).toEqual(body);
      expect(body.event).toBe(entry.event);
    }
  });

  it('is kept from webhooks where the domain asks for that, and is in the log all the same', async () => {
    const silent = { ...installing, sendNotifications: false };
    const items = await written(silent, decideOnInstallation(silent, seen, { now: NOW, timings }));
    expect(eventsIn(items).map(({ event, notify }) => [event, notify])).toEqual([
      ['certificate.installed', false],
      ['certificate.issued', false],
    ]);
  });
});

describe('an event that is not sent yet', () => {
  const notYet = Object.entries(CAUSES).flatMap(([event, cause]) => (cause === 'not sent yet' ? [event] : []));

  it('is marked so in the reference, and no other is', () => {
    expect(EVENT_NAMES.filter((event) => EVENT_TEXTS[event].isNotSentYet)).toEqual(notYet);
  });

  it('is named nowhere where events are made', () => {
    const folder = new URL('../../../../lambdas/', import.meta.url);
    const named = /^(api\/reference\/|shared\/contract\/events\.ts$|model\/events\/event-examples\.ts$)/;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !named.test(name),
    );
    expect(files).toContain('lifecycle/installation-transition.ts');
    const text = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    expect(notYet.filter((event) => text.includes(`'${event}'`))).toEqual([]);
  });
});
