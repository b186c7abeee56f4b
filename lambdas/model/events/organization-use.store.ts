import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { keys, organizationPartition, SERVER_PREFIX, WEBHOOK_PREFIX } from '../../shared/table/keys.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { Organization } from '../accounts/account.schema.ts';
import { quotaUseOf } from './use-counter.store.ts';

export interface OrganizationUse extends DomainUse {
  organization: Organization;
  servers: number;
  webhooks: number;
  /** Absent: it has no portal yet. */
  portalToken?: string;
}

/** Its domains' places, and the counters of its events. */
const USE = 'places, domains, unvalidatedDomains, freedDomains, freedUnvalidatedDomains';

export function organizationUseStore(table: Table) {
  return {
    /** Strongly consistent. One Query, and one more per megabyte of servers, webhooks and keys. */
    async read(organizationId: string): Promise<OrganizationUse> {
      let organization: Organization | undefined;
      const use = { servers: 0, webhooks: 0 };
      let counter: Item | undefined;
      let limits: Item | undefined;
      let portal: Item | undefined;
      let startAt: Item | undefined;
      do {
        const page = await table.query({
          KeyConditionExpression: 'pk = :organization',
          ProjectionExpression: `sk, id, #name, createdAt, ${USE}, #token`,
          ExpressionAttributeNames: { '#name': 'name', '#token': 'token' },
          values: { ':organization': organizationPartition(organizationId) },
          ConsistentRead: true,
          ...(startAt && { startAt }),
        });
        organization ??= organizationIn(page.items, organizationId);
        counter ??= page.items.find(({ sk }) => sk === keys.eventCounter(organizationId).sk);
        limits ??= page.items.find(({ sk }) => sk === keys.limits(organizationId).sk);
        portal ??= page.items.find(({ sk }) => sk === keys.portalOfOrganization(organizationId).sk);
        use.servers += page.items.filter(({ sk }) => String(sk).startsWith(SERVER_PREFIX)).length;
        use.webhooks += page.items.filter(({ sk }) => String(sk).startsWith(WEBHOOK_PREFIX)).length;
        startAt = page.next;
      } while (startAt);
      if (!organization) throw new Error(`the table has no organization ${organizationId}, and a key of it`);
      return { organization, ...use, ...quotaUseOf(limits, counter), ...(portal && { portalToken: String(portal.token) }) };
    },
  };
}

function organizationIn(items: Item[], organizationId: string): Organization | undefined {
  const item = items.find(({ sk }) => sk === keys.organization(organizationId).sk);
  return item && Organization.parse(item);
}
