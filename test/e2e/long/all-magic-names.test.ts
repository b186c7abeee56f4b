import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { STORY_NAMES } from '../../../contract/test-mode.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { STORIES } from '../../../lambdas/test-mode/stories.ts';
import { integrator } from '../integrator.ts';
import { EVERYTHING, newKey, newOrganization } from '../operator.ts';

/** A busy machine needs longer than the documented minute. */
const PATIENCE_SECONDS = 180;

/** Items of a bulk request, and of a page. */
const MAX_AT_ONCE = 100;

async function everyDomain(us: ReturnType<typeof integrator>): Promise<DomainResource[]> {
  const domains: DomainResource[] = [];
  let cursor: string | null = null;
  do {
    const page = await us.must('GET', `/domains?limit=${MAX_AT_ONCE}${cursor === null ? '' : `&cursor=${cursor}`}`);
    domains.push(...page.data);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
  return domains;
}

describe('an organization in test mode', () => {
  it('meets all magic names at once', async () => {
    const tenant = testTenantOf((await newOrganization(EVERYTHING)).organizationId);
    const us = integrator(tenant, await newKey(EVERYTHING, tenant));
    const begun = Date.now();
    const all = STORY_NAMES.map((story) => ({
      url: `shop.${story}.magic.test`,
      server_id: 1,
      validation: STORIES[story].validation,
    }));
    for (let from = 0; from < all.length; from += MAX_AT_ONCE) {
      const domains = all.slice(from, from + MAX_AT_ONCE);
      const { summary } = await us.must('POST', '/domains/bulk', { domains });
      expect(summary).toEqual({ created: domains.length, failed: 0 });
    }

    let late = STORY_NAMES.map(String);
    while (late.length > 0 && Date.now() - begun < PATIENCE_SECONDS * 1000) {
      await sleep(1_000);
      const shown = new Map((await everyDomain(us)).map(({ url, diagnosis }) => [url, `${diagnosis.code} ${diagnosis.reason}`]));
      late = STORY_NAMES.filter((story) => {
        const { code, reason } = STORIES[story].end;
        return shown.get(`shop.${story}.magic.test`) !== `${code} ${reason}`;
      });
    }
    expect(late).toEqual([]);
    console.info(`all ${STORY_NAMES.length} magic names in ${Math.round((Date.now() - begun) / 1000)} s`);
  });
});
