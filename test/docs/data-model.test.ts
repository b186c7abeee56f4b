import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TABLE_SHAPE } from '../../lambdas/shared/contract/table-shape.ts';
import { type Key, keys } from '../../lambdas/shared/table/keys.ts';

const page = readFileSync(new URL('../../docs/data-model.md', import.meta.url), 'utf8');

/** Every key with its placeholders as the page writes them. */
const documented: Record<keyof typeof keys, Key> = {
  organization: keys.organization('<id>'),
  apiKey: keys.apiKey('<key id>'),
  server: keys.server('<org>', '<server>' as unknown as number),
  label: keys.label('<label>'),
  enrollment: keys.enrollment('<sha256>'),
  certificate: keys.certificate('<org>', '<server>' as unknown as number, '<hostname>'),
  claim: keys.claim('<hostname>'),
  domain: keys.domain('<id>' as unknown as number),
  timeline: keys.timeline('<id>' as unknown as number, '<ulid>'),
  challenge: keys.challenge('<token>'),
  acmeAccount: keys.acmeAccount('<directory>'),
  orderBudget: keys.orderBudget('<directory>', '<minute>'),
  outbox: keys.outbox('<hour>', '<shard>' as unknown as number, 'evt_<ulid>'),
  audit: keys.audit('<org>', '<server>' as unknown as number, '<yyyy-mm>', 'aud_<ulid>'),
};

describe('the page about the table', () => {
  it.each(Object.entries(documented))('spells the key of %s as the code does', (_, { pk, sk }) => {
    expect(page).toContain(`| \`${pk}\` | \`${sk}\` |`);
  });

  it('names the indexes and the TTL as the stack makes them', () => {
    const { byChange, byDue, ttl } = TABLE_SHAPE;
    expect(page).toContain(`| \`${byChange.name}\` (local) | \`pk\`, \`${byChange.sortKey}\` |`);
    expect(page).toContain(`| \`${byDue.name}\` (sparse) | \`${byDue.partitionKey}\` = \`DUE#<shard>\`, \`${byDue.sortKey}\` |`);
    expect(page).toContain(`(\`${ttl}\`)`);
  });
});
