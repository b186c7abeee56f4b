import { describe, expect, it } from 'vitest';
import type {
  CaRefusal,
  CaTrouble,
  OrderLost,
  OrderNotFound,
  OrderTrouble,
} from '../../../lambdas/lifecycle/issuance-observation.ts';
import type { Issuing } from '../../../lambdas/lifecycle/obstacle.ts';
import type { Transition } from '../../../lambdas/lifecycle/transition.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, type Overrides, served, timings, type WithSaid } from '../a-domain.ts';
import { decideOnChallenge, decideOnOrder, decideOnOrderStatus } from './said-decisions.ts';

const busy: CaTrouble = { kind: 'ca-trouble', problem: { type: 'urn:ietf:params:acme:error:serverInternal', detail: 'later' } };
const limited: CaTrouble = {
  kind: 'ca-trouble',
  problem: { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many', isRateLimit: true, retryAfterSeconds: 7200 },
};
const refusal: CaRefusal = {
  kind: 'ca-refused',
  problem: { type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: 'policy' },
};
const lost: OrderLost = {
  kind: 'order-lost',
  problem: { type: 'urn:ietf:params:acme:error:unauthorized', detail: 'wrong answer' },
};
const unknown: OrderNotFound = { kind: 'order-not-found', problem: { type: 'about:blank', detail: 'The CA answered HTTP 404.' } };
const DAY = 24 * HOUR;

/** The decisions of the steps that read an order. */
const checks: Record<
  Exclude<Issuing['phase'], 'preparing' | 'ordering'>,
  (seen: OrderTrouble, now: Date, as?: Overrides) => WithSaid<Transition>
> = {
  authorizing: (seen, now, as) => decideOnChallenge(aDomain('authorizing', as), seen, { now, timings }),
  validating: (seen, now, as) => decideOnOrderStatus(aDomain('validating', as), seen, { now, timings }),
  finalizing: (seen, now, as) => decideOnOrderStatus(aDomain('finalizing', as), seen, { now, timings }),
  downloading: (seen, now, as) => decideOnOrderStatus(aDomain('downloading', as), seen, { now, timings }),
};

/** The decisions of all steps that call the CA. */
const steps: Record<
  Exclude<Issuing['phase'], 'preparing'>,
  (seen: CaTrouble | CaRefusal | OrderLost, now: Date, as?: Overrides) => WithSaid<Transition>
> = {
  ordering: (seen, now, as) => decideOnOrder(aDomain('ordering', as), seen, { now, timings }),
  ...checks,
};

describe.each(Object.entries(steps))('trouble with the CA while %s', (phase, decide) => {
  it('keeps the phase, shows the obstacle and tries again where it may pass', () => {
    const transition = decide(busy, NOW);
    expect(transition.domain).toMatchObject({ phase, sslStatus: 'pending', error: { code: 'certificate_request_failed' } });
    expect(transition.waitSeconds).toBe(60);
  });

  it('is not asked about again before a time that it names', () => {
    const transition = decide(limited, NOW);
    expect(transition.domain.diagnosis.code).toBe('ca_rate_limited');
    expect(transition.waitSeconds).toBe(7200);
  });

  it('is asked about more rarely the longer it lasts', () => {
    expect(decide(busy, later(2 * HOUR)).waitSeconds).toBe(1800);
  });

  it('ends the request at once where it is final, and says what the CA said', () => {
    const transition = decide(refusal, NOW);
    expect(transition).toMatchObject({ changed: true, events: ['certificate.failed'] });
    expect(transition.domain).toMatchObject({
      phase: 'failed',
      dnsStatus: 'pending', // unchanged from the fixture
      sslStatus: 'error',
      error: {
        code: 'certificate_request_failed',
        details: { acme_error: 'urn:ietf:params:acme:error:rejectedIdentifier: policy' },
      },
    });
  });

  it('goes back to the preflight with the same key, and later, where it is about this order alone', () => {
    const transition = decide(lost, NOW);
    expect(transition.domain).toMatchObject({
      phase: 'preparing',
      issuance: { certificateRequestId: 'creq_1', csr: expect.any(String) },
    });
    expect(transition.domain).not.toHaveProperty('issuance.orderUrl');
    expect(transition.waitSeconds).toBe(900);
  });

  it('is named as the cause where it is still there when the window ends', () => {
    expect(decide(busy, later(DAY - 1)).domain.sslStatus).toBe('pending');
    expect(decide(busy, later(DAY)).domain).toMatchObject({ sslStatus: 'error', error: { code: 'certificate_request_failed' } });
  });
});

describe.each(Object.entries(checks))('an order that the CA does not know while %s', (phase, decide) => {
  const lookedFor = (times: number | undefined, now = NOW, more: Partial<Domain> = {}) => {
    const domain = aDomain(phase as keyof typeof checks, more);
    const issuance = { ...domain.issuance, ...(times !== undefined && { orderNotFoundTimes: times }) };
    return decide(unknown, now, { ...more, issuance } as Partial<Domain>);
  };

  it.each([
    [undefined, 1],
    [1, 2],
    [4, 5],
  ])('is asked for again after %s such answers, at a steady pace, and the row remembers them', (before, after) => {
    for (const now of [NOW, later(20 * HOUR)]) {
      const transition = lookedFor(before, now);
      expect(transition).toMatchObject({ changed: true, waitSeconds: timings.caRetrySeconds, events: [] });
      expect(transition.domain).toMatchObject({ phase, issuance: { orderNotFoundTimes: after, orderUrl: expect.any(String) } });
      expect(Domain.parse(transition.domain)).toEqual(transition.domain);
    }
  });

  it('is replaced at the sixth time, and the count is forgotten', () => {
    const { domain } = lookedFor(5);
    expect(domain).toMatchObject({ phase: 'preparing', issuance: { csr: expect.any(String) } });
    expect(domain).not.toHaveProperty('issuance.orderNotFoundTimes');
    expect(domain).not.toHaveProperty('issuance.orderUrl');
  });

  it.each([1, 5])('is no reason to exceed the window, after %d times', (times) => {
    expect(lookedFor(times, later(DAY - 1)).domain.sslStatus).toBe('pending');
    expect(lookedFor(times, later(DAY)).domain).toMatchObject({
      sslStatus: 'error',
      error: { code: 'certificate_request_failed' },
    });
  });

  it('is counted anew once anything else was heard of it', () => {
    const known = lookedFor(3).domain as Domain & Issuing;
    const after = decide(busy, NOW, { ...known, phase } as Partial<Domain>);
    expect(after).toMatchObject({ changed: true });
    expect(after.domain).not.toHaveProperty('issuance.orderNotFoundTimes');
  });
});

it('an order that is found again and goes on takes no count of lost looks along', () => {
  const domain = aDomain('validating');
  const counted = { ...domain, issuance: { ...domain.issuance, orderNotFoundTimes: 5 } };
  for (const seen of [{ kind: 'order-pending' }, { kind: 'order-ready' }, { kind: 'order-finalized' }] as const) {
    const transition = decideOnOrderStatus(counted, seen, { now: NOW, timings });
    expect(transition.changed).toBe(true);
    expect(transition.domain).not.toHaveProperty('issuance.orderNotFoundTimes');
  }
});

it('a certificate request is told of once the CA has accepted the order', () => {
  const seen = { kind: 'order-created', ca: 'Test CA', orderUrl: 'o', finalizeUrl: 'f', authorizationUrl: 'a' } as const;
  expect(decideOnOrder(aDomain('ordering'), seen, { now: NOW, timings })).toMatchObject({
    events: ['certificate.requested'],
    domain: { phase: 'authorizing' },
  });
});

it('a certificate request waits for a slow CA as long as it asks, and without a write', () => {
  const seen = { kind: 'order-pending', retryAfterSeconds: 20 } as const;
  expect(decideOnOrderStatus(aDomain('validating'), seen, { now: NOW, timings })).toMatchObject({
    changed: false,
    waitSeconds: 20,
  });
});

it('a certificate request times out on an order that never becomes ready', () => {
  const { domain } = decideOnOrderStatus(aDomain('validating'), { kind: 'order-pending' }, { now: later(DAY), timings });
  expect(domain).toMatchObject({ phase: 'failed', error: { code: 'certificate_timeout' } });
});

it('a certificate request goes on from an order that an earlier, killed run has finalized', () => {
  const { domain } = decideOnOrderStatus(
    aDomain('validating'),
    { kind: 'order-finalized', certificateUrl: 'c' },
    { now: NOW, timings },
  );
  expect(domain).toMatchObject({ phase: 'downloading', issuance: { certificateUrl: 'c' } });
});

it('a certificate request leaves no key in the row once the certificate is there', () => {
  const { domain } = decideOnOrderStatus(
    aDomain('downloading'),
    { kind: 'certificate-downloaded', certificate: issued, spends: [] },
    { now: NOW, timings },
  );
  expect(domain).toMatchObject({ phase: 'installing', issued, installDeadlineAt: iso(DAY) });
  expect(JSON.stringify(domain)).not.toContain('sealedKey');
});

it('a certificate request whose window ended before it was ordered is not ordered', () => {
  expect(decideOnOrder(aDomain('ordering'), { kind: 'window-over' }, { now: NOW, timings }).domain.phase).toBe('failed');
});

describe.each(Object.entries(steps))('trouble with the CA in a renewal, while %s', (phase, decide) => {
  const renewing = { ...served, cname: { everValidated: true } };

  it('leaves the domain active, with the obstacle in view, where it may pass', () => {
    expect(decide(busy, NOW, renewing).domain).toMatchObject({
      phase,
      sslStatus: 'active',
      error: { code: 'certificate_request_failed' },
    });
  });

  it.each([
    ['is final', refusal, NOW, 'certificate_request_failed'],
    ['lasts until the window is over', busy, later(DAY), 'certificate_request_failed'],
    ['is a lost order at the end of the window', lost, later(DAY), 'certificate_request_failed'],
  ] as const)('that %s fails the renewal and not the certificate', (_, seen, now, code) => {
    const transition = decide(seen, now, renewing);
    expect(transition).toMatchObject({
      events: ['certificate.renewal_failed'],
      domain: {
        phase: 'active',
        dnsStatus: 'validated',
        sslStatus: 'active',
        served: { certificate: issued },
        error: { code },
        diagnosis: { code },
      },
    });
    expect(JSON.stringify(transition.domain)).not.toContain('sealedKey');
    expect(Domain.parse(transition.domain)).toEqual(transition.domain);
  });
});

it('the progress of a renewal leaves what is said about the domain: that it is served', () => {
  const ready = (code: 'ok' | 'certificate_not_served' | 'ca_rate_limited') =>
    decideOnOrderStatus(
      aDomain('validating', { ...served, diagnosis: { code, evidence: [] } }),
      { kind: 'order-ready' },
      { now: NOW, timings },
    ).domain.diagnosis.code;
  expect([ready('ok'), ready('ca_rate_limited'), ready('certificate_not_served')]).toEqual([
    'ok',
    'ok',
    'certificate_not_served',
  ]);
});
