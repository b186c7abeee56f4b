import { describe, expect, it } from 'vitest';
import { ownCaaRecords } from '../../../lambdas/acme/caa-identities.ts';
import { type ChallengeType, challengeTypesOf } from '../../../lambdas/acme/challenge.ts';

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
const recordsOf = (cas: string[], lastNames?: Record<string, string>, methods: ChallengeType[] = ['http-01']) =>
  ownCaaRecords(
    cas.map((directoryUrl) => ({ directoryUrl })),
    methods,
    { identitiesOf: async (ca) => NAMES[ca.directoryUrl], accountOf: async (ca) => ACCOUNTS[ca.directoryUrl] },
    lastNames,
  );
const FIRST = '0 issue "first.example; validationmethods=http-01; accounturi=https://first.example/acct/1"';

describe('our own CAA records', () => {
  it('let each CA of the stage issue to our account there; without an account that is alive, to any', async () => {
    const { values, names } = await recordsOf(['first', 'second']);
    expect(values).toEqual([FIRST, '0 issue "second.example; validationmethods=http-01"']);
    expect(names).toEqual({ first: 'first.example', second: 'second.example' });
  });

  it('name each way by which domains of the stage are proven: DNS only where it has a zone for that', async () => {
    const byStage = async (validationZone?: string) =>
      (await recordsOf(['second'], {}, [...challengeTypesOf({ validationZone })])).values;
    expect(await byStage()).toEqual(['0 issue "second.example; validationmethods=http-01"']);
    expect(await byStage('validation.service.net')).toEqual([
      '0 issue "second.example; validationmethods=http-01,dns-01,dns-persist-01"',
    ]);
  });

  it('are none where one CA answers and has no name: those of the others would forbid it', async () => {
    expect((await recordsOf(['first', 'mute'])).values).toEqual([]);
  });

  it('name a CA that does not answer, or lost its name, as it was called last, so that nothing of the others waits for it', async () => {
    const was = { down: 'down.example', mute: 'mute.example' };
    expect((await recordsOf(['first', 'down', 'mute'], was)).values).toEqual([
      FIRST,
      '0 issue "down.example; validationmethods=http-01"',
      '0 issue "mute.example; validationmethods=http-01"',
    ]);
    expect((await recordsOf(['first', 'down'])).values).toEqual([FIRST]);
  });

  it('are there once, also where two directories are of one CA', async () => {
    NAMES.again = ['second.example'];
    expect((await recordsOf(['second', 'again'])).values).toHaveLength(1);
  });
});
