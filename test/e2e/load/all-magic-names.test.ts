import { describe, expect, it } from 'vitest';
import { STORY_NAMES } from '../../../contract/test-mode.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import { STORIES } from '../../../lambdas/stories/stories.ts';
import { integrator } from '../integrator.ts';
import { domainAtEnd, register } from '../magic-name.ts';
import { EVERYTHING, newKey, newOrganization, raiseRequestLimits } from '../operator.ts';

/** What docs/test-mode.md promises of each name by itself is half of it. */
const ALL_NAMES_SECONDS = 60;

describe('an organization in test mode', () => {
  it('meets all magic names at once within a minute', async () => {
    const { organizationId } = await newOrganization(EVERYTHING);
    const tenant = testTenantOf(organizationId);
    const us = integrator(tenant, await newKey(EVERYTHING, tenant));
    await raiseRequestLimits(tenant);
    const begun = Date.now();
    const made = await Promise.all(STORY_NAMES.map(async (story) => ({ story, id: (await register(us, story)).id })));
    const ended = await Promise.all(
      made.map(async ({ story, id }) => ({ story, domain: await domainAtEnd(us, id, story, ALL_NAMES_SECONDS) })),
    );
    const late = ended.flatMap(({ story, domain: { diagnosis } }) => {
      const { code, reason } = STORIES[story].end;
      return diagnosis.code === code && diagnosis.reason === reason ? [] : [[story, diagnosis.code, diagnosis.reason]];
    });
    expect(late).toEqual([]);
    console.info(`all ${STORY_NAMES.length} magic names in ${Math.round((Date.now() - begun) / 1000)} s`);
    expect(Date.now() - begun).toBeLessThan(ALL_NAMES_SECONDS * 1000);
  });
});
