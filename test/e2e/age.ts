import { expect } from 'vitest';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import { bareServer, createDomain, dns } from './cloud.ts';
import { domains } from './operator.ts';

const DAY_MS = 24 * 3600 * 1000;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
export const ago = (days: number) => inDays(-days).toISOString();

/** Makes a domain older by changing its row. Retries when a step or a scan writes the row at the same time. */
export function age(id: number, change: (domain: Domain) => Partial<Domain>): Promise<void> {
  return againAfterLostRace(3, async () => {
    const domain = (await domains.get(id)) ?? expect.fail(`domain ${id} is gone`);
    const aged = { ...domain, ...change(domain) } as Domain;
    await domains.replace(domain, aged, { timeline: `test.${aged.phase}`, events: [] });
  });
}

/**
 * A domain of server 1 for which the customer's CAA records count: its CNAME target is the label of another server, which points
 * to server 1 but has no CAA records.
 */
export async function createWithOwnCaa(url: string): Promise<DomainResource> {
  const { cname_target: target } = await bareServer();
  const created = await createDomain(url);
  await age(created.id, ({ cname }) => ({ cname: { ...cname, target } }));
  await dns.set(url, 'CNAME', [target]);
  return created;
}
