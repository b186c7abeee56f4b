import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { metricsOf, writeTransition } from '../../../lambdas/steps/write-transition.ts';
import { aDomain, iso, later, NOW, SECOND, served, timings } from '../a-domain.ts';

const validated = { dnsStatus: 'validated' as const };
const installing = (changes: Partial<Domain> = {}) => aDomain('installing', { ...validated, ...changes });
const active = aDomain('active', served);

const clocked = (seconds: number) => metricsOf(installing({ oursSince: iso(-seconds * SECOND) }), active, [], NOW);

async function written(before: Domain, after: Domain, now = NOW): Promise<Domain> {
  const ports = { domains: { replace: async () => {}, extend: async () => {} }, spendWrites: () => [], log: () => {} };
  const transition = { changed: true as const, domain: after, timeline: 'x', events: [], waitSeconds: 0 };
  const writing = { alongside: [], phaseEndsInNextAttempt: false, quietBefore: 0 };
  return writeTransition(ports, before, transition as never, writing, { now, timings });
}

type Code = 'server_not_connected' | 'certificate_request_failed';
const found = (code: Code) => ({ since: iso(0), found: { code, evidence: [], checkedAt: iso(0) } });
const obstacle = (code: Code) => ({ conditions: { obstacle: found(code) } });

describe('what is measured of a first certificate', () => {
  it('is how long it took from the first right CNAME, and whether that was more than ten minutes', () => {
    expect(clocked(600)).toEqual({ SecondsToServed: 600, NamesServedLate: 0 });
    expect(clocked(601)).toEqual({ SecondsToServed: 601, NamesServedLate: 1 });
  });

  it('is nothing for a renewal, and nothing while somebody outside has to act', () => {
    expect(metricsOf(installing({ ...served, oursSince: iso(-60 * SECOND) }), active, [], NOW)).toEqual({});
    expect(metricsOf(installing(), active, [], NOW)).toEqual({});
  });

  it('is that it is late if the request has failed, unless somebody outside has to act', () => {
    const before = installing({ oursSince: iso(-60 * SECOND) });
    const failed = (code: Code) =>
      metricsOf(before, aDomain('failed', { ...validated, sslStatus: 'error', conditions: { failure: found(code) } }), [], NOW);
    expect(failed('certificate_request_failed')).toEqual({ NamesServedLate: 1 });
    expect(failed('server_not_connected')).toEqual({});
  });
});

describe('the clock of a first certificate', () => {
  const waiting = aDomain('awaiting-dns', { dnsStatus: 'pending' });
  const preparing = aDomain('preparing', validated);

  it('begins with the first right CNAME, and goes on from step to step', async () => {
    const first = await written(waiting, preparing);
    expect(first.oursSince).toBe(iso(0));
    const next = await written(first, { ...first, phase: 'ordering' } as Domain, later(60 * SECOND));
    expect(next.oursSince).toBe(iso(0));
  });

  it('stops while somebody outside has to act, and begins again afterwards', async () => {
    const first = await written(waiting, preparing);
    const stopped = await written(first, { ...first, ...obstacle('server_not_connected') } as Domain, later(60 * SECOND));
    expect(stopped).not.toHaveProperty('oursSince');
    const again = await written(stopped, { ...stopped, conditions: {} } as Domain, later(120 * SECOND));
    expect(again.oursSince).toBe(iso(120 * SECOND));
  });

  it('goes on while our CA is in trouble', async () => {
    const first = await written(waiting, preparing);
    const troubled = await written(first, { ...first, ...obstacle('certificate_request_failed') } as Domain, later(60 * SECOND));
    expect(troubled.oursSince).toBe(iso(0));
  });

  it('ends with the certificate, and never begins for a domain that is served', async () => {
    const first = await written(waiting, preparing);
    expect(await written(first, active)).not.toHaveProperty('oursSince');
    expect(await written(active, aDomain('preparing', { ...served, ...validated }))).not.toHaveProperty('oursSince');
  });
});
