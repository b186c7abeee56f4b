import type { EventName } from '../../../../contract/api/events.ts';
import type { StoryName } from '../../../../contract/test-mode.ts';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { prefixedId } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { runTestDomain, type TestDomainPorts } from '../../../../lambdas/steps/test-mode/run-test-domain.ts';
import { openTestCa } from '../../../../lambdas/steps/test-mode/test-ca.gateway.ts';
import { STORIES } from '../../../../lambdas/test-mode/stories.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { openTestMode } from '../../../../lambdas/wiring/test-mode.wiring.ts';
import { aDomain, later, NOW, SECOND } from '../../a-domain.ts';
import { itemsUnder, tableHolds } from '../../api/api-caller.ts';
import { edgesWith } from '../../edges.ts';

export const TENANT = testTenantOf('org_A');
const issue = await openTestCa();
const VALIDATION_TARGET = 'zyxwvutsrqponmlk.validation.service.net';
/** Shared, because generating a key takes milliseconds and no story depends on it. */
const key = await newKeyAndCsr('any.magic.test');

export const ENDS_AT = later(SECOND);

export const ports = openTestMode(
  openSteps(
    openRows(edgesWith({ newId: prefixedId, newKeyAndCsr: async () => key, issue, pauseFor: async () => {}, clock: () => NOW })),
  ),
);

/** A test-mode domain as POST creates it, in an otherwise empty table. */
export async function aRehearsal(story: StoryName) {
  const domain: DomainIn<'awaiting-dns'> = aDomain('awaiting-dns', {
    organizationId: TENANT,
    url: `shop.${story}.magic.test`,
    cname: { target: 'abcdefghijklmnop.cname.service.net', host: `shop.${story}` },
    ...(STORIES[story].validation && { validation: { target: VALIDATION_TARGET, state: 'missing' } }),
  });
  const server = unclaimedServer(TENANT, 1, 'abcdefghijklmnop', NOW);
  const items = tableHolds({ ...keys.server(TENANT, 1), ...server });
  await ports.domains.create(domain, ports.claims.firstWrite(domain), {
    timeline: 'domain.created',
    events: ['domain.created'],
    startExecution: true,
  });
  const entries = () => itemsUnder(items, 'OUTBOX#').map((item) => OutboxEntry.parse(item));
  return {
    id: domain.id,
    items,
    row: async () => {
      const row = await ports.domains.get(domain.id);
      if (!row) throw new Error('the domain is gone');
      return row;
    },
    events: () => entries().flatMap((entry) => (entry.kind === 'event' ? [entry.event] : [])),
    bodiesOf: (name: EventName): unknown[] =>
      entries().flatMap((entry) => (entry.kind === 'event' && entry.event === name ? [JSON.parse(entry.body)] : [])),
    executions: () => entries().filter(({ kind }) => kind === 'execution').length,
    play: (
      until = NOW,
      changes: Partial<TestDomainPorts> = {},
      from: Parameters<typeof runTestDomain>[0] = { domainId: domain.id },
    ) => runTestDomain(from, until, { ...ports, ...changes }, ENDS_AT),
  };
}
