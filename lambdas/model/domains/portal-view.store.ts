import { keys } from '../../shared/table/keys.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { Portal } from '../accounts/portal/portal.schema.ts';
import { Claim } from './claim.store.ts';
import { domainOf } from './domain-item.ts';
import type { Domain } from './domain-row.schema.ts';

/** The reads of a portal view, one request each. Nothing here checks a domain's owner: see find-domain.ts. */
export function portalViewStore(table: Table) {
  return {
    async portal(token: string): Promise<Portal | undefined> {
      const item = await table.get(keys.portal(token));
      return item && Portal.parse(item);
    },

    async portalAndDomain(token: string, domainId: number): Promise<{ portal?: Portal; domain?: Domain }> {
      const items = await table.getMany([keys.portal(token), keys.domain(domainId)]);
      const domain = itemAt(items, keys.domain(domainId).pk);
      return { ...portalIn(items, token), ...(domain && { domain: domainOf(domain) }) };
    },

    async portalAndClaim(token: string, hostname: string): Promise<{ portal?: Portal; claim?: Claim }> {
      const items = await table.getMany([keys.portal(token), keys.claim(hostname)]);
      const claim = itemAt(items, keys.claim(hostname).pk);
      return { ...portalIn(items, token), ...(claim && { claim: Claim.parse(claim) }) };
    },

    async domain(domainId: number): Promise<Domain | undefined> {
      const item = await table.get(keys.domain(domainId));
      return item && domainOf(item);
    },

    async logo(logoId: string): Promise<string | undefined> {
      const item = await table.get(keys.portalLogo(logoId));
      return item && String(item.data);
    },
  };
}

function portalIn(items: Item[], token: string): { portal?: Portal } {
  const item = itemAt(items, keys.portal(token).pk);
  return item ? { portal: Portal.parse(item) } : {};
}

function itemAt(items: Item[], partition: string): Item | undefined {
  return items.find(({ pk }) => pk === partition);
}
