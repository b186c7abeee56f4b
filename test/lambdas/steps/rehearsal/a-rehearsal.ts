import type { EventName } from '../../../../contract/api/events.ts';
import type { StoryName } from '../../../../contract/test-mode.ts';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { revocationStore } from '../../../../lambdas/model/domains/revocation.store.ts';
import { certificateStore, formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { prefixedId } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../../../lambdas/shared/outbox/outbox.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { type PlayPorts, playDomain } from '../../../../lambdas/steps/rehearsal/play-domain.ts';
import { openTestCa } from '../../../../lambdas/steps/rehearsal/test-ca.gateway.ts';
import { STORIES } from '../../../../lambdas/stories/stories.ts';
import { aDomain, later, NOW, SECOND } from '../../a-domain.ts';
import { domains, itemsUnder, log, table, tableHolds } from '../../api/api-caller.ts';

export const TENANT = testTenantOf('org_A');
const issue = await openTestCa();
/** Keys take milliseconds each, and no story is about them. */
const VALIDATION_TARGET = 'zyxwvutsrqponmlk.validation.service.net';
const key = await newKeyAndCsr('any.magic.test');

/** Of a run. */
export const ENDS_AT = later(SECOND);

export const ports: PlayPorts = {
  domains,
  claims: claimStore(table),
  certificates: certificateStore(table),
  formerCertificates: formerCertificateStore(table),
  revocations: revocationStore(table),
  servers: serverStore(table),
  eventWrite: (event) => outboxWrite(table, event),
  newEventId: () => prefixedId('evt'),
  newKeyAndCsr: async () => key,
  sealPrivateKey: async () => ({ dataKey: 'a', iv: 'a', tag: 'a', ciphertext: 'a' }),
  issue,
  baseTarget: 'cname.service.net',
  restoreEpoch: 0,
  log,
  pauseAfterLostRace: async () => {},
  pauseFor: async () => {},
  clock: () => NOW,
};

/** A domain of test mode as POST makes it, in a table that holds nothing else. */
export async function aRehearsal(story: StoryName) {
  const domain: DomainIn<'awaiting-dns'> = aDomain('awaiting-dns', {
    organizationId: TENANT,
    url: `shop.${story}.magic.test`,
    cname: { target: 'abcdefghijklmnop.cname.service.net', host: `shop.${story}` },
    ...(STORIES[story].validation && { validation: { target: VALIDATION_TARGET, state: 'missing' } }),
  });
  const server = unclaimedServer(TENANT, 1, 'abcdefghijklmnop', NOW);
  const items = tableHolds({ ...keys.server(TENANT, 1), ...server });
  await domains.create(domain, claimStore(table).firstWrite(domain), {
    timeline: 'domain.created',
    events: ['domain.created'],
    startExecution: true,
  });
  const entries = () => itemsUnder(items, 'OUTBOX#').map((item) => OutboxEntry.parse(item));
  return {
    id: domain.id,
    items,
    row: async () => {
      const row = await domains.get(domain.id);
      if (!row) throw new Error('the domain is gone');
      return row;
    },
    events: () => entries().flatMap((entry) => (entry.kind === 'event' ? [entry.event] : [])),
    bodiesOf: (name: EventName): unknown[] =>
      entries().flatMap((entry) => (entry.kind === 'event' && entry.event === name ? [JSON.parse(entry.body)] : [])),
    executions: () => entries().filter(({ kind }) => kind === 'execution').length,
    play: (until = NOW, changes: Partial<PlayPorts> = {}, from: Parameters<typeof playDomain>[0] = { domainId: domain.id }) =>
      playDomain(from, until, { ...ports, ...changes }, ENDS_AT),
  };
}
