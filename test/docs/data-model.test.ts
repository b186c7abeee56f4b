import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIST_INDEXES, TABLE_SHAPE, USE_INDEX } from '../../lambdas/shared/contract/table-shape.ts';
import { type Key, keys, listPartitions } from '../../lambdas/shared/table/keys.ts';

const page = readFileSync(new URL('../../docs/data-model.md', import.meta.url), 'utf8');

/** Where code wants a number, the page has its name. */
const number = (name: string) => name as unknown as number;

/** Every key with its placeholders as the page writes them. */
const documented: Record<keyof typeof keys | 'auditOfChanges', Key> = {
  organization: keys.organization('<id>'),
  limits: keys.limits('<id>'),
  keyOfOrganization: keys.keyOfOrganization('<id>', '<key id>'),
  apiKey: keys.apiKey('<key id>'),
  server: keys.server('<org>', number('<server, 16 digits>')),
  webhook: keys.webhook('<org>', number('<webhook, 16 digits>')),
  label: keys.label('<label>'),
  enrollment: keys.enrollment('<sha256>'),
  certificate: keys.certificate('<org>', number('<server>'), '<hostname>'),
  claim: keys.claim('<hostname>'),
  domain: keys.domain(number('<id>')),
  actions: keys.actions(number('<id>')),
  timeline: keys.timeline(number('<id>'), '<ulid>'),
  challenge: keys.challenge('<token>'),
  acmeAccount: keys.acmeAccount('<directory>'),
  orderBudget: keys.orderBudget('<directory>', '<minute>'),
  outbox: keys.outbox('<hour>', number('<shard>'), 'evt_<ulid>'),
  audit: keys.audit('<org>', number('<server>'), '<yyyy-mm>', 'aud_<ulid>'),
  auditOfChanges: keys.audit('<org>', 'changes', '<yyyy-mm>', 'aud_<ulid>'),
  idempotency: keys.idempotency('<org>', '<sha256>'),
};

/** The partition of each list index. */
const partitions: Record<keyof typeof LIST_INDEXES | 'byUse', string> = {
  byOrganization: listPartitions.ofOrganization('<org>'),
  bySslStatus: listPartitions.ofSslStatus('<org>', '<status>'),
  byDnsStatus: listPartitions.ofDnsStatus('<org>', '<status>'),
  byServer: listPartitions.ofServer('<org>', number('<server>')),
  byExpiry: listPartitions.ofOrganization('<org>'),
  bySslExpiry: listPartitions.ofSslStatus('<org>', '<status>'),
  byUse: listPartitions.ofOrganization('<org>'),
};

describe('the page about the table', () => {
  it.each(Object.entries(documented))('spells the key of %s as the code does', (_, { pk, sk }) => {
    expect(page).toContain(`| \`${pk}\` | \`${sk}\` |`);
  });

  it('names no item that the code does not know', () => {
    const rows = page.split('\n').filter((line) => /^\| [^|]+ \| `[A-Z]+#/.test(line));
    expect(rows).toHaveLength(Object.keys(documented).length);
  });

  it('names the indexes and the TTL as the stack makes them', () => {
    const { byChange, byDue, ttl } = TABLE_SHAPE;
    expect(page).toContain(`| \`${byChange.name}\` (local) | \`pk\`, \`${byChange.sortKey}\` |`);
    expect(page).toContain(`| \`${byDue.name}\` (sparse) | \`${byDue.partitionKey}\` = \`DUE#<shard>\`, \`${byDue.sortKey}\` |`);
    expect(page).toContain(`(\`${ttl}\`)`);
  });

  it.each(Object.values({ ...LIST_INDEXES, USE_INDEX }))('names the index $name', ({ name, partitionKey, sortKey }) => {
    expect(page).toMatch(
      new RegExp(`\\| \`${name}\`( \\(sparse\\))? \\| \`${partitionKey}\` = \`${partitions[name]}\`, \`${sortKey}\` \\|`),
    );
  });
});
