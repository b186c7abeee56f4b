import { readFileSync, writeFileSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../synthesized.ts';
import { faultsSince, type Retained, retainedIn } from './retained.ts';

// A deployment's permanent resources keep the logical ids, keys and indexes of the last release, which `npm run write -- release`
// writes.

const file = new URL('retained.json', import.meta.url);
const { stateful, service } = buildApp();
const today = retainedIn(Template.fromStack(stateful), Template.fromStack(service));
if (process.env.KEEP_RELEASE) writeFileSync(file, `${JSON.stringify(today, null, 2)}\n`);
const lastRelease: Retained = JSON.parse(readFileSync(file, 'utf8'));

const [tableId, table] = Object.entries(today).find(([, { table: shape }]) => shape) ?? [];
/** The recorded resources with a changed table. */
const changed = (change: object): Retained => ({
  ...today,
  [String(tableId)]: { type: 'AWS::DynamoDB::Table', table: Object.assign(structuredClone(Object(table?.table)), change) },
});
const indexes = (change: object) => changed({ indexes: { ...table?.table?.indexes, ...change } });

describe('what a deployment holds for ever', () => {
  it('is, in this version, what the last release has created', () => {
    expect(faultsSince(lastRelease, today)).toEqual([]);
  });

  it('is the table, its keys, the secrets and what the relay gave up on', () => {
    const types = new Set(Object.values(today).map(({ type }) => type));
    for (const type of ['DynamoDB::Table', 'KMS::Key', 'SecretsManager::Secret', 'S3::Bucket'])
      expect(types).toContain(`AWS::${type}`);
  });

  it('may grow by one index in a release', () => {
    const more = indexes({ byColour: { keys: 'colour S HASH', projects: 'KEYS_ONLY' } });
    expect(faultsSince(today, { ...more, Another: { type: 'AWS::KMS::Key' } })).toEqual([]);
  });
});

describe('a change that would lose what a deployment holds is refused, with its remedy', () => {
  const { [String(tableId)]: _, ...withoutTable } = today;
  const oneIndex = { keys: 'a S HASH', projects: 'ALL' };

  it.each<[string, Retained, RegExp]>([
    [
      'another logical id',
      { ...withoutTable, Renamed: today[String(tableId)] as Retained[string] },
      /is gone, or has another logical id: .*overrideLogicalId/,
    ],
    ['a resource that is gone', withoutTable, /is gone, or has another logical id/],
    [
      'a resource of another type under its id',
      { ...today, [String(tableId)]: { type: 'AWS::DynamoDB::GlobalTable' } },
      /is a AWS::DynamoDB::GlobalTable now/,
    ],
    [
      'other keys of the table',
      changed({ keys: 'pk S HASH' }),
      /its keys were pk S HASH, sk S RANGE, and are pk S HASH: .*another, empty table/,
    ],
    ['another TTL', changed({ ttl: 'endsAt' }), /its TTL was expiresAtSeconds, and is endsAt/],
    ['a local index', changed({ localIndexes: ['byChange'] }), /byChange is a local index/],
    ['an index that is gone', changed({ indexes: {} }), /the index byDue is gone, which the last release’s functions read/],
    [
      'an index of other keys',
      indexes({ byDue: oneIndex }),
      /byDue was of duePk S HASH, stepDueAt S RANGE \(KEYS_ONLY\), and is of a S HASH \(ALL\)/,
    ],
    [
      'an index that projects something else',
      indexes({ byOrganization: { ...table?.table?.indexes.byOrganization, projects: 'ALL' } }),
      /byOrganization was of .*\(INCLUDE listed\), and is of .*\(ALL\)/,
    ],
    [
      'two new indexes at once',
      indexes({ one: oneIndex, two: oneIndex }),
      /one and two are new: DynamoDB makes one index in an update/,
    ],
  ])('%s', (_name, after, message) => {
    const faults = faultsSince(today, after);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).toMatch(message);
  });
});
