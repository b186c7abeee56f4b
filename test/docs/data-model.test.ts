import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIST_INDEXES, TABLE_SHAPE } from '../../contract/stack/table-shape.ts';
import { timeDigitsAt } from '../../lambdas/shared/ids/id-formats.ts';
import {
  DUE_AWS_SERVERS_PARTITION,
  DUE_AWS_WORK_PARTITION,
  DUE_USE_PARTITION,
  deliveryPartition,
  dueDeliveriesPartition,
  dueOutboxPartition,
  type Key,
  keys,
  listPartitions,
  outboxPartition,
  parkedPartition,
  peopleKeys,
  watchPartition,
} from '../../lambdas/shared/table/keys.ts';

const page = readFileSync(new URL('../../docs/internals/data-model.md', import.meta.url), 'utf8');

/** The page's placeholder for a number in the code. */
const number = (name: string) => name as unknown as number;

/** Every key with its placeholders as the page writes them. */
const documented: Record<keyof typeof keys | keyof typeof peopleKeys | 'auditOfChanges' | 'auditOfMachine', Key> = {
  organization: keys.organization('<id>'),
  limits: keys.limits('<id>'),
  resourceCounts: keys.resourceCounts('<org>'),
  testClock: keys.testClock('<org>'),
  waitingCounts: keys.waitingCounts('<org>'),
  keyOfOrganization: keys.keyOfOrganization('<id>', '<key id>'),
  useReconciliation: keys.useReconciliation('<org>'),
  portalOfOrganization: keys.portalOfOrganization('<org>'),
  member: peopleKeys.member('<org>', '<user>'),
  owners: peopleKeys.owners('<org>'),
  invitation: peopleKeys.invitation('<org>', '<invitation>'),
  invitationByEmail: peopleKeys.invitationByEmail('<sha256>', '<invitation>'),
  user: peopleKeys.user('<user>'),
  identity: peopleKeys.identity('<sha256>'),
  membershipOfUser: peopleKeys.membershipOfUser('<user>', '<org>'),
  usedSignIn: peopleKeys.usedSignIn('<sha256>'),
  signIns: peopleKeys.signIns('<address>', '<window>'),
  session: peopleKeys.session('<user>', '<sha256>'),
  portal: keys.portal('<token>'),
  portalLogo: keys.portalLogo('<hash>'),
  portalChecks: keys.portalChecks('<token>', '<visitor>', '<window>'),
  portalVisits: keys.portalVisits('<token>', '<visitor>', '<window>'),
  apiKey: keys.apiKey('<key id>'),
  request: keys.request('<org>', 'req_<ulid>'),
  mailNotice: keys.mailNotice('<org>', '<cause>'),
  mailClaim: keys.mailClaim('<org>', '<sha256>', '<mail>'),
  leakReports: keys.leakReports('<address>', '<window>'),
  server: keys.server('<org>', number('<server, 16 digits>')),
  webhook: keys.webhook('<org>', number('<webhook, 16 digits>')),
  webhookActions: keys.webhookActions('<org>', number('<webhook>')),
  receiver: keys.receiver('<org>', '<hostname>'),
  organizationSlots: keys.organizationSlots('<org>'),
  dnsSlots: keys.dnsSlots('<org>'),
  label: keys.label('<label>'),
  labelRecords: keys.labelRecords('<label>'),
  zone: keys.zone(),
  awsWorkList: keys.awsWorkList('<account>', '<region>'),
  awsWork: keys.awsWork('<account>', '<region>', '<place>'),
  enrollment: keys.enrollment('<sha256>'),
  reusableToken: keys.reusableToken('<org>', number('<server>'), '<label>', 'ent_<ulid>'),
  enrolledKeys: keys.enrolledKeys('<sha256>'),
  identityNonce: keys.identityNonce('<random>'),
  rekeying: keys.rekeying('<org>', number('<server>'), '<machine>'),
  signature: keys.signature('<machine>', '<jti>'),
  machine: keys.machine('<org>', number('<server>'), '<machine>'),
  certificate: keys.certificate('<org>', number('<server>'), '<hostname>'),
  change: keys.change('<org>', number('<server>'), '<instant>', '<hostname>'),
  expectedHostname: keys.expectedHostname('<org>', number('<server>'), '<hostname>'),
  claim: keys.claim('<hostname>'),
  domain: keys.domain(number('<id>')),
  actions: keys.actions(number('<id>')),
  visitorActions: keys.visitorActions(number('<id>')),
  dnsChecks: keys.dnsChecks('<org>', '<window>'),
  managedTenant: keys.managedTenant('<org>', number('<server>'), '<hostname>'),
  formerCertificate: keys.formerCertificate(number('<id>')),
  revocation: keys.revocation(number('<id>')),
  timeline: keys.timeline(number('<id>'), '<ulid>'),
  watch: { pk: watchPartition(number('<shard>')), sk: '<slot, 4 hex digits>#<id>' },
  watchCursor: keys.watchCursor(number('<shard>')),
  switches: keys.switches(),
  sweptEpoch: keys.sweptEpoch(number('<shard>')),
  challenge: keys.challenge('<token>'),
  caHealth: keys.caHealth('<directory>'),
  acmeAccount: keys.acmeAccount('<directory>'),
  caBudget: keys.caBudget('<directory>', '<what is limited>'),
  caTags: keys.caTags('<directory>', '<org>'),
  caQueue: keys.caQueue('<directory>', '<place>'),
  outbox: { pk: outboxPartition('<hour>', number('<shard>')), sk: 'evt_<ulid>' },
  outboxCopy: { pk: outboxPartition('<hour>', number('<shard>')), sk: 'evt_<ulid>#<instant>' },
  eventCounter: keys.eventCounter('<org>'),
  event: { pk: 'EVENTS#<org>#<number / 100,000>', sk: '<number, 16 digits>' },
  eventHour: keys.eventHour('<org>', '<hour>'),
  reportDay: keys.reportDay('<org>', '<yyyy-mm-dd>'),
  openFailures: keys.openFailures('<org>', '<yyyy-mm-dd>'),
  delivery: { pk: deliveryPartition('<org>', number('<webhook>'), '<yyyy-mm>'), sk: 'dlv_<ulid>' },
  audit: keys.audit('<org>', number('<server>'), '<yyyy-mm>', 'aud_<ulid>'),
  seal: keys.seal('<org>', number('<number, 16 digits>')),
  auditOfMachine: keys.audit('<org>', 'mch_<ulid>', '<yyyy-mm>', 'aud_<ulid>'),
  auditOfChanges: keys.audit('<org>', 'changes', '<yyyy-mm>', 'aud_<ulid>'),
  idempotency: keys.idempotency('<org>', '<sha256>'),
};

/** The partition of each list index. */
const partitions: Record<keyof typeof LIST_INDEXES, string> = {
  byOrganization: listPartitions.ofOrganization('<org>'),
  bySslStatus: listPartitions.ofSslStatus('<org>', '<status>'),
  byDnsStatus: listPartitions.ofDnsStatus('<org>', '<status>'),
  byActor: `${listPartitions.ofOrganization('<org>')}#ACTOR#<actor>`,
  byServer: listPartitions.ofServer('<org>', number('<server>')),
  byExpiry: listPartitions.ofOrganization('<org>'),
  bySslExpiry: listPartitions.ofSslStatus('<org>', '<status>'),
};

describe('the page about the table', () => {
  it.each(Object.entries(documented))('spells the key of %s as the code does', (_, { pk, sk }) => {
    expect(page).toContain(`| \`${pk}\` | \`${sk}\` |`);
  });

  it('names no item that the code does not know', () => {
    const rows = page.split('\n').filter((line) => /^\| [^|]+ \| `[A-Z]+#/.test(line));
    expect(rows).toHaveLength(Object.keys(documented).length);
  });

  it('spells keys that are made of an id or a number as the code does', () => {
    const id = `${timeDigitsAt(new Date('2026-05-31T23:59:59.999Z'))}000000000000000B`;
    const at = new Date('2026-06-01T12:00:00.000Z');
    expect(keys.outbox(`evt_${id}`)).toEqual({
      pk: outboxPartition('2026-05-31T23', 11),
      sk: `evt_${id}`,
    });
    expect(keys.outboxCopy(`evt_${id}`, at)).toEqual({ pk: 'OUTBOX#2026-06-01T12#11', sk: `evt_${id}#${at.toISOString()}` });
    expect(keys.delivery('org_A', 5, `dlv_${id}`)).toEqual({ pk: deliveryPartition('org_A', 5, '2026-05'), sk: `dlv_${id}` });
    expect(keys.event('org_A', 99_999)).toEqual({ pk: 'EVENTS#org_A#0', sk: '0000000000099999' });
    expect(keys.watch(4_503_599_627_371)).toEqual({
      pk: watchPartition(11),
      sk: expect.stringMatching(/^[0-9a-f]{4}#4503599627371$/),
    });
    expect(keys.event('org_A', 123_456)).toEqual({ pk: 'EVENTS#org_A#1', sk: '0000000000123456' });
  });

  it('names the indexes and the TTL as the stack makes them', () => {
    const { byDue, ttl } = TABLE_SHAPE;
    expect(page).toContain(`| \`${byDue.name}\` (sparse) | \`${byDue.partitionKey}\` = \`DUE#<shard>\`, \`${byDue.sortKey}\` |`);
    for (const partition of [
      dueOutboxPartition(number('<shard>')),
      DUE_AWS_SERVERS_PARTITION,
      DUE_AWS_WORK_PARTITION,
      DUE_USE_PARTITION,
      dueDeliveriesPartition(number('<shard>')),
      parkedPartition('<org>', number('<webhook>')),
    ]) {
      expect(page).toContain(`| | \`${byDue.partitionKey}\` = \`${partition}\`, \`${byDue.sortKey}\` |`);
    }
    expect(page).toContain(`(\`${ttl}\`)`);
  });

  it.each(Object.values(LIST_INDEXES))('names the index $name', ({ name, partitionKey, sortKey }) => {
    expect(page).toMatch(
      new RegExp(`\\| \`${name}\`( \\(sparse\\))? \\| \`${partitionKey}\` = \`${partitions[name]}\`, \`${sortKey}\` \\|`),
    );
  });
});
