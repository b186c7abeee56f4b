import { describe, expect, it } from 'vitest';
import { ownCaaRecords } from '../../../lambdas/acme/caa-identities.ts';

const NAMES: Record<string, string[] | undefined> = {
  first: ['first.example', 'other.example'],
  second: ['second.example'],
  mute: [],
  down: undefined,
};
const ACCOUNTS: Record<string, object> = {
  first: { accountUrl: 'https://first.example/acct/1' },
  second: { accountUrl: 'https://second.example/acct/2', deactivatedAt: '2026-06-01T12:00:00.000Z' },
};
const recordsOf = (...cas: string[]) =>
  ownCaaRecords(cas, { identitiesOf: async (ca) => NAMES[ca], accountOf: async (ca) => ACCOUNTS[ca] });

describe('our own CAA records', () => {
  it('let each CA of the stage issue to our account there; without an account that is alive, to any', async () => {
    expect(await recordsOf('first', 'second')).toEqual([
      '0 issue "first.example; validationmethods=http-01; accounturi=https://first.example/acct/1"',
      '0 issue "second.example; validationmethods=http-01"',
    ]);
  });

  it('are none where one CA does not say its name: those of the others would forbid it', async () => {
    expect(await recordsOf('first', 'mute')).toEqual([]);
  });

  it('are not known while one CA does not answer', async () => {
    expect(await recordsOf('first', 'down')).toBeUndefined();
  });
});
