import { describe, expect, it, vi } from 'vitest';
import type { InstallationObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Transition } from '../../../../lambdas/lifecycle/transition.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { runStep, type Step } from '../../../../lambdas/steps/run-step.ts';
import { metricsOf } from '../../../../lambdas/steps/write-transition.ts';
import { aDomain, HOUR, iso, issued, NOW, served, timings } from '../../a-domain.ts';

import { AT_NO_PRICE } from '../at-no-price.ts';
import { decideOnInstallation, decideOnOrderStatus } from '../said-decisions.ts';

const present = { ...issued, fingerprintSha256: 'cd'.repeat(32), notBefore: iso(-60 * 24 * HOUR), notAfter: iso(30 * 24 * HOUR) };
const over = { ...present, notAfter: iso(-1) };
const refusal = {
  kind: 'ca-refused',
  problem: { type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: 'policy' },
} as const;
const seen: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };

function measured(before: Domain, decided: Transition) {
  if (!decided.changed) throw new Error('nothing changed');
  return metricsOf(before, decided.domain, decided.events, NOW);
}

describe('what is measured of renewals', () => {
  it('is, for one that is seen served, that it is done, with the days that were left', () => {
    const renewed = aDomain('installing', { ...served, served: { certificate: present } });
    expect(measured(renewed, decideOnInstallation(renewed, seen, { now: NOW, timings }))).toEqual({
      RenewalsDone: 1,
      DaysLeftWhenRenewed: 30,
    });
  });

  it('is, for one that comes after the end, that the days left were fewer than none', () => {
    const late = aDomain('installing', { ...served, sslStatus: 'error', served: { certificate: over } });
    const { DaysLeftWhenRenewed } = measured(late, decideOnInstallation(late, seen, { now: NOW, timings }));
    expect(DaysLeftWhenRenewed).toBeLessThan(0);
  });

  it('is, for each attempt that fails, that it failed, also where its cause was reported before', () => {
    for (const failures of [[], ['certificate_request_failed urn:ietf:params:acme:error:rejectedIdentifier']]) {
      const renewing = aDomain('finalizing', {
        ...served,
        served: { certificate: present, renewalFailures: 4, notified: { failures } },
      });
      expect(measured(renewing, decideOnOrderStatus(renewing, refusal, { now: NOW, timings }))).toEqual({ RenewalsFailed: 1 });
    }
  });

  it('is both where a failing one meets an end first', () => {
    const late = aDomain('finalizing', { ...served, served: { certificate: over } });
    expect(measured(late, decideOnOrderStatus(late, refusal, { now: NOW, timings }))).toEqual({
      RenewalsFailed: 1,
      CertificatesExpired: 1,
    });
  });

  it('is nothing for a first certificate: it renews none', () => {
    const first = aDomain('installing', {});
    expect(measured(first, decideOnInstallation(first, seen, { now: NOW, timings }))).toEqual({});
    const refused = aDomain('finalizing', {});
    expect(measured(refused, decideOnOrderStatus(refused, refusal, { now: NOW, timings }))).toEqual({});
  });
});

it('a step logs with each write what it measures of renewals, once the write was made', async () => {
  const stored = aDomain('installing', { ...served, served: { certificate: present } });
  const look: Step<'installing', InstallationObservation> = {
    ...{ name: 'verify-installation', phase: 'installing' },
    gather: async () => ({ observation: seen }),
    decide: decideOnInstallation,
  };
  const log = vi.fn();
  const domains = { get: async () => stored, replace: vi.fn(), extend: vi.fn() };
  const run = () =>
    runStep(look, { ...AT_NO_PRICE, domains, clock: () => NOW, log, restoreEpoch: 0 })({
      domainId: 1,
      attempt: stored.execution.attempt,
      timings,
      epoch: 0,
    });
  domains.replace.mockRejectedValueOnce(new Error('the table does not answer'));
  await expect(run()).rejects.toThrow();
  expect(log).not.toHaveBeenCalled();
  await run();
  expect(log.mock.calls.map(([, , facts]) => facts.measured)).toEqual([{ RenewalsDone: 1, DaysLeftWhenRenewed: 30 }]);
});
