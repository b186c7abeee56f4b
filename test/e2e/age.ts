import { expect } from 'vitest';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import { bareServer, createDomain, dns } from './cloud.ts';
import { domains } from './operator.ts';

const DAY_MS = 24 * 3600 * 1000;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
export const ago = (days: number) => inDays(-days).toISOString();

/** Lets time pass for a domain: what its row says becomes older. A step or a scan that looks may write it just then. */
export function age(id: number, change: (domain: Domain) => Partial<Domain>): Promise<void> {
  return againAfterLostRace(3, async () => {
    const domain = (await domains.get(id)) ?? expect.fail(`domain ${id} is gone`);
    const aged = { ...domain, ...change(domain) } as Domain;
    await domains.replace(domain, aged, { timeline: `test.${aged.phase}`, events: [] });
  });
}

/**
 * A domain of server 1 whose label has no CAA records, so that those of the customer count: as if that server's label was one
 * that leads there by records of its own.
 */
export async function createWithOwnCaa(url: string): Promise<DomainResource> {
  const { cname_target: target } = await bareServer();
  const created = await createDomain(url);
  await age(created.id, ({ cname }) => ({ cname: { ...cname, target } }));
  await dns.set(url, 'CNAME', [target]);
  return created;
}
