import { describe, expect, it } from 'vitest';
import { causeOf, withNotified } from '../../../lambdas/lifecycle/certificate-failure.ts';
import type { InstallationObservation, MoveObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { DomainError } from '../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, aFailure, HOUR, issued, justServed, later, NOW, served, timings } from '../a-domain.ts';
import { certificateFailed, decideOnInstallation, decideOnMove, renewRequested } from './said-decisions.ts';

const URN = 'urn:ietf:params:acme:error:';
const late: DomainError = { code: 'certificate_timeout', details: { certificate_request_id: 'creq_1' } };
const saidByCa = (type: string, detail = 'no'): DomainError => ({
  ...{ code: 'certificate_request_failed', details: { acme_error: `${URN}${type}: ${detail}` } },
});
const other = { ...issued, fingerprintSha256: 'ef'.repeat(32) };

const renewing = aDomain('validating', served);
const fail = (domain: Domain, error: DomainError, now = NOW) =>
  certificateFailed(domain, aFailure(error, 'certificate_request_failed'), { now, timings });

function renewedAgain(domain: Domain): Domain {
  const requested = renewRequested(domain, { now: later(HOUR), timings });
  if (requested.kind !== 'changed') throw new Error(requested.kind);
  return requested.domain;
}

/** The events of renewals that fail one after another. */
function toldOf(errors: DomainError[]): string[][] {
  let domain: Domain = renewing;
  return errors.map((error) => {
    const transition = fail(domain, error);
    if (!transition.changed) throw new Error('unchanged');
    expect(transition.timeline).toBe('certificate.renewal_failed');
    expect(Domain.parse(transition.domain)).toEqual(transition.domain);
    domain = renewedAgain(transition.domain);
    return transition.events;
  });
}
const news = ['certificate.renewal_failed'];

it.each<[string, DomainError[], string[][]]>([
  ['for the same cause again', [late, late], [news, []]],
  ['for another cause', [late, saidByCa('caa')], [news, news]],
  ['for a cause that comes and goes', [saidByCa('caa'), late, saidByCa('caa')], [news, news, []]],
  ['for another problem of the CA', [saidByCa('caa'), saidByCa('dns')], [news, news]],
  ['for the same problem in other words', [saidByCa('caa', 'on Monday: no'), saidByCa('caa', 'on Tuesday: no')], [news, []]],
])('a renewal that fails %s is told once for each cause, and is on the timeline each time', (_, errors, events) => {
  expect(toldOf(errors)).toEqual(events);
});

it('a renewal that fails for a cause that was told, after the end of the certificate, still tells that end', () => {
  const first = renewedAgain(fail(renewing, late).domain);
  const afterItsEnd = later(91 * 24 * HOUR);
  expect(fail(first, late, afterItsEnd)).toMatchObject({ events: ['certificate.expired'], domain: { sslStatus: 'error' } });
  expect(fail(first, saidByCa('caa'), afterItsEnd)).toMatchObject({ events: [...news, 'certificate.expired'] });
});

describe('a renewal that succeeds', () => {
  const { served: failed = justServed } = fail(renewing, late).domain;
  const seen: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };

  it('makes every later failure news again', () => {
    const installing = aDomain('installing', {
      ...served,
      served: failed,
      issued: other,
    } as never);
    const { domain } = decideOnInstallation(installing, seen, { now: NOW, timings });
    expect(fail(renewedAgain(domain), late)).toMatchObject({ events: news });
  });

  it.each([
    ['a renewed certificate', other, []],
    ['the present one', issued, failed.notified.failures],
  ])('by a move counts where the move brings %s', (_, certificate, left) => {
    const moving = aDomain('moving', { served: failed, issued: certificate } as never);
    const arrived: MoveObservation = { installation: seen, dns: { kind: 'cname-matched', evidence: [] } };
    expect(decideOnMove(moving, arrived, { now: NOW, timings }).domain.served?.notified.failures).toEqual(left);
  });
});

it('a first certificate that fails is told each time: nobody is served meanwhile', () => {
  const first = aDomain('validating');
  expect(fail(first, late)).toMatchObject({ events: ['certificate.failed'] });
});

it.each<[Record<string, string>, string]>([
  [{}, 'certificate_request_failed'],
  [{ acme_error: '' }, 'certificate_request_failed'],
  [{ acme_error: 'urn:x:caa: a: b' }, 'certificate_request_failed urn:x:caa'],
  [{ acme_error: 'about:blank: ' }, 'certificate_request_failed about:blank'],
])('the cause of an error is its code and the type of problem: %o', (details, cause) => {
  expect(causeOf({ code: 'certificate_request_failed', details })).toBe(cause);
});

it('the cause of a failed renewal is news once', () => {
  const first = withNotified(renewing, 'failures', 'a');
  const second = withNotified(first.domain, 'failures', 'b');
  const third = withNotified(second.domain, 'failures', 'a');
  expect([first, second, third].map(({ isNews }) => isNews)).toEqual([true, true, false]);
  expect(third.domain.served?.notified).toEqual({ ...justServed.notified, failures: ['a', 'b'] });
});
