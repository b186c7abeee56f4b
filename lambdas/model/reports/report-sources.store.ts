import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { SLACK_SECONDS, storedEntries } from '../../shared/audit/audit.store.ts';
import {
  auditPlace,
  deliveryPartition,
  KEY_PREFIX,
  keys,
  organizationPartition,
  WEBHOOK_PREFIX,
} from '../../shared/table/keys.ts';
import { allItems, everyItem } from '../../shared/table/queries.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { addSeconds, monthsBetween } from '../../shared/time/instant.ts';
import { ApiKey, OrganizationLimits } from '../accounts/account.schema.ts';
import { TimelineEntry } from '../domains/timeline.store.ts';
import { quotaUseOf } from '../events/use-counter.store.ts';
import { Delivery } from '../webhooks/delivery.schema.ts';
import { monthsOf, rangeBetween } from '../webhooks/delivery.ts';
import type { ReportDay, UseTotals } from './report-day.schema.ts';

/** More entries than any domain has before its first certificate, unless its owner never stops changing DNS. */
const MAX_OF_A_TIMELINE = 500;

/** A time span, without `until` itself. */
export interface Span {
  since: Date;
  until: Date;
}

export function reportSourcesStore(table: Table) {
  return {
    /** The oldest first. One Query. */
    async timeline(domainId: number): Promise<TimelineEntry[]> {
      const { pk, sk } = keys.timeline(domainId, '');
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :timeline)',
        values: { ':pk': pk, ':timeline': sk },
        Limit: MAX_OF_A_TIMELINE,
      });
      return items.map((item) => TimelineEntry.parse(item));
    },

    /** One Query. */
    async webhookIds(organizationId: string): Promise<number[]> {
      return (await inOrganization(table, organizationId, WEBHOOK_PREFIX)).map(({ sk }) =>
        Number(sk.slice(WEBHOOK_PREFIX.length)),
      );
    },

    /** Deliveries of events from the span, and from shortly before or after it. One Query per month and megabyte. */
    async *deliveries(organizationId: string, webhookId: number, { since, until }: Span): AsyncGenerator<Delivery> {
      const range = rangeBetween(since, until);
      for (const month of monthsOf(range)) {
        const pk = deliveryPartition(organizationId, webhookId, month);
        const values = { ':pk': pk, ':first': range.first, ':last': range.last };
        const query = { KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last', values, ConsistentRead: true };
        for await (const item of everyItem(table, query)) yield Delivery.parse(item);
      }
    },

    /**
     * The totals of requests per key and of the organization, and its validated domains. One Query, two GetItems, and one per
     * key.
     */
    async use(organizationId: string): Promise<Pick<ReportDay, 'keys' | 'hours' | 'validated'>> {
      const ids = (await inOrganization(table, organizationId, KEY_PREFIX)).map(({ sk }) => sk.slice(KEY_PREFIX.length));
      const [limits, counter, ...items] = await Promise.all([
        table.get(keys.limits(organizationId)),
        table.get(keys.eventCounter(organizationId)),
        ...ids.map((id) => table.get(keys.apiKey(id))),
      ]);
      const found = items.flatMap((item) => (item ? [ApiKey.parse(item)] : []));
      const { requestsBefore = 0, requestsInHour = 0, fullHours = 0 } = OrganizationLimits.parse(limits ?? {});
      const { domains, unvalidatedDomains } = quotaUseOf(limits, counter);
      return {
        validated: Math.max(0, domains - unvalidatedDomains),
        keys: Object.fromEntries(found.map((key) => [key.keyId, totalsOf(key)])),
        hours: { requests: requestsBefore + requestsInHour, fullWindows: fullHours },
      };
    },

    /** The oldest first. One Query per month. */
    async *changes(organizationId: string, { since, until }: Span): AsyncGenerator<Pick<AuditEntry, 'at' | 'action'>> {
      for (const month of monthsBetween(new Date(addSeconds(since, -SLACK_SECONDS)), until)) {
        const span = { since: new Date(addSeconds(since, -SLACK_SECONDS)), until: new Date(addSeconds(until, SLACK_SECONDS)) };
        for await (const item of storedEntries(table, organizationId, auditPlace('changes', month), span))
          yield { at: String(item.at), action: String(item.action) };
      }
    },
  };
}
export type ReportSourcesStore = ReturnType<typeof reportSourcesStore>;

async function inOrganization(table: Table, organizationId: string, prefix: string): Promise<(Item & { sk: string })[]> {
  const items = await allItems(table, {
    KeyConditionExpression: 'pk = :organization AND begins_with(sk, :kind)',
    ProjectionExpression: 'sk',
    values: { ':organization': organizationPartition(organizationId), ':kind': prefix },
  });
  return items.map((item) => ({ ...item, sk: String(item.sk) }));
}

function totalsOf({ requestsBefore = 0, requestsInMinute = 0, fullMinutes = 0 }: ApiKey): UseTotals {
  return { requests: requestsBefore + requestsInMinute, fullWindows: fullMinutes };
}
