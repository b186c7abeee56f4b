import { describe, expect, it } from 'vitest';
import type { Domain, DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, justServed, later, NOW, SECOND, timings } from '../a-domain.ts';
import { QUEUED } from '../ca-limits/open-slots.ts';
import { granted, notBefore, queued } from './said-decisions.ts';

const MINUTE = 60 * SECOND;
const preparing = aDomain('preparing');
const silence = timings.longestSilenceSeconds;
const waiting = (issuance: object) =>
  ({ ...preparing, issuance: { ...preparing.issuance, place: QUEUED.place, ...issuance } }) as DomainIn<'preparing'>;

describe('a name that waits for the CA', () => {
  it('rests, and shows its place, until when, and that nobody need do anything', () => {
    const { domain, ...transition } = queued(preparing, QUEUED, { now: NOW, timings });
    expect(transition).toMatchObject({ changed: true, rests: true, events: [], timeline: 'certificate.queued' });
    expect(domain).toMatchObject({
      issuance: { place: QUEUED.place, waitsSince: NOW.toISOString() },
      diagnosis: { code: 'ca_rate_limited', evidence: [{ kind: 'acme', answer: `place 3, expected at ${QUEUED.expectedAt}` }] },
    });
  });

  it.each([
    ['soon', 1, silence],
    ['in two silences', 2 * silence, 2 * silence],
    ['in a month', 30 * 86_400, 12 * silence],
  ])('and is expected to be served %s is looked for by the sweep if nobody comes', (_, inSeconds, wait) => {
    expect(queued(preparing, { ...QUEUED, expectedAt: iso(inSeconds * SECOND) }, { now: NOW, timings }).waitSeconds).toBe(wait);
  });

  it('with a certificate that is served is no less served', () => {
    const served = { ...preparing, sslStatus: 'active', diagnosis: { code: 'ok', evidence: [] } } as typeof preparing;
    expect(queued(served, QUEUED, { now: NOW, timings }).domain.diagnosis.code).toBe('ok');
  });

  it('has its issuance window stand still, and the grant starts its next attempt', () => {
    const stood = waiting({ waitsSince: iso(-HOUR), issuanceDeadlineAt: iso(5 * MINUTE) });
    const after = granted({ ...stood, execution: { ...stood.execution, resumeAt: iso(HOUR) } } as DomainIn<'preparing'>, {
      now: NOW,
      timings,
    });
    expect(after).toMatchObject({
      execution: { attempt: preparing.execution.attempt + 1 },
      diagnosis: { code: 'in_progress' },
      issuance: { slotGrantedAt: NOW.toISOString(), issuanceDeadlineAt: iso(HOUR + 5 * MINUTE) },
    });
    for (const gone of ['execution.resumeAt', 'issuance.place', 'issuance.waitsSince']) expect(after).not.toHaveProperty(gone);
    expect(granted(waiting({ waitsSince: iso(-HOUR) }), { now: NOW, timings })).not.toHaveProperty('issuance.issuanceDeadlineAt');
  });
});

describe('a name for which the CA issues no more', () => {
  it('comes again when it does, without a place in the queue', () => {
    const { domain, waitSeconds } = notBefore(waiting({}), { at: iso(HOUR) }, { now: NOW, timings });
    expect(waitSeconds).toBe(3_600);
    expect(domain).not.toHaveProperty('issuance.place');
    expect(domain.diagnosis).toMatchObject({ code: 'ca_rate_limited', evidence: [{ answer: `not before ${iso(HOUR)}` }] });
  });

  it('comes the more rarely the longer it has waited, because of many only one gets what is given back', () => {
    const since = (waitsSince: string) =>
      notBefore(waiting({ waitsSince }), { at: iso(MINUTE) }, { now: NOW, timings }).waitSeconds;
    expect(since(iso(-2 * HOUR))).toBe(1_800);
    expect(since(iso(-1_000 * HOUR))).toBe(12 * silence);
    expect(notBefore(preparing, { at: iso(-1) }, { now: later(0), timings }).waitSeconds).toBe(1);
  });
});

it('a renewal that waits keeps the certificate that it is for', () => {
  const renewal = { ...preparing, served: justServed } as Domain as DomainIn<'preparing'>;
  expect(granted(renewal, { now: NOW, timings }).served).toEqual(justServed);
});
