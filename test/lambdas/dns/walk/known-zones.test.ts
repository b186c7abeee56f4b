import { describe, expect, it } from 'vitest';
import { SilentZones } from '../../../../lambdas/dns/walk/known-zones.ts';
import type { QueryResult, ServerAnswer } from '../../../../lambdas/dns/walk/server-answer.ts';

const answer = (said: QueryResult): ServerAnswer => ({
  server: 'ns1.acme.test',
  type: 'A',
  said,
  records: [],
  reason: 'no answer',
});

function learned(zone: string, ...said: QueryResult[]) {
  let nowMs = 0;
  const zones = new SilentZones(() => nowMs);
  zones.learn(zone, said.map(answer));
  const answersAfter = (seconds: number) => {
    nowMs = seconds * 1000;
    return zones.answersOf(zone)?.map((each) => each.said);
  };
  return { answersAfter };
}

describe('a zone that was silent', () => {
  it('is silent for a minute, and is asked again then', () => {
    const { answersAfter } = learned('acme.test', 'silent', 'silent');
    expect(answersAfter(0)).toEqual(['silent', 'silent']);
    expect(answersAfter(59)).toEqual(['silent', 'silent']);
    expect(answersAfter(60)).toBeUndefined();
  });

  it.each<[string, QueryResult[]]>([
    ['a server answered for another zone', ['silent', 'lame']],
    ['a server failed', ['silent', 'servfail']],
    ['there was no time to ask all', ['silent', 'spent']],
    ['no server could be asked', ['not-asked']],
    ['none was asked', []],
  ])('is not remembered where %s', (_, said) => {
    expect(learned('acme.test', ...said).answersAfter(1)).toBeUndefined();
  });

  it.each(['', 'test', 'co.uk'])('is not remembered if it is the root or a registry: "%s"', (zone) => {
    expect(learned(zone, 'silent').answersAfter(1)).toBeUndefined();
  });
});
