import { expect, it } from 'vitest';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, later, servedAs, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';
import { retryRequested } from '../said-decisions.ts';

const failed = aDomain('failed', {
  dnsStatus: 'validated',
  sslStatus: 'error',
  error: { code: 'certificate_timeout', details: {} },
  diagnosis: { code: 'certificate_timeout', evidence: [] },
  execution: { restarts: 3, notBefore: iso(50 * HOUR) },
});
const retry = (domain: Domain = failed) => retryRequested(domain, { now: later(30 * HOUR), timings });

it('a retry starts a failed domain over in place, with a fresh window and nothing of its failure', () => {
  const requested = retry();
  expect(requested).toMatchObject({
    kind: 'changed',
    startExecution: true,
    events: [],
    domain: {
      id: failed.id,
      phase: 'awaiting-dns',
      dnsStatus: 'pending',
      sslStatus: 'pending',
      dnsStartedAt: iso(30 * HOUR),
      dnsDeadlineAt: iso(54 * HOUR),
      execution: { attempt: 2, restarts: 0, dueAt: iso(30.5 * HOUR) },
      version: failed.version,
      updatedAt: iso(30 * HOUR),
      diagnosis: { code: 'in_progress', evidence: [] },
    },
  });
  for (const gone of ['error', 'execution.notBefore']) expect(requested).not.toHaveProperty(`domain.${gone}`);
});

it('a retry keeps what is known of the last certificate', () => {
  const once = { served: servedAs({ renewAt: iso(HOUR) }), cname: { ...failed.cname, everValidated: true } };
  expect(retry({ ...failed, ...once })).toMatchObject({ domain: once });
});

it('a retry of a hostname that was lost is no longer a lost one, in a row that can be read back', () => {
  const requested = retry({ ...failed, claimLost: true });
  expect(requested).not.toHaveProperty('domain.claimLost');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain)).toEqual(Object(requested).domain);
});

it('a retry forgets what the DNS provider said of setting the record, so that it is asked anew', () => {
  const setup = { at: iso(0), zone: 'acme.com', cnameTarget: failed.cname.target };
  expect(retry({ ...failed, hosting: { setup } })).not.toHaveProperty('domain.hosting.setup');
});

it('a retry need not wait until copies of the failed certificate are taken away, and forgets none', () => {
  expect(retry({ ...failed, phase: 'retiring', retireFrom: [1] })).toMatchObject({
    kind: 'changed',
    domain: { phase: 'awaiting-dns', retireFrom: [1], execution: { attempt: 2 } },
  });
});

it.each(inEveryPhase.filter(([phase]) => phase !== 'failed'))('a retry of a domain that is %s is a conflict', (_, domain) => {
  expect(retry(domain)).toEqual({ kind: 'conflict', message: expect.stringContaining('error') });
});
