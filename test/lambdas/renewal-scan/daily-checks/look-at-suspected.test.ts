import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { LookAtDomain } from '../../../../lambdas/checks/look-at-domain.ts';
import { decideOnDns } from '../../../../lambdas/lifecycle/dns-transition.ts';
import type { Change } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { dailyCheck, lookAtSuspected } from '../../../../lambdas/renewal-scan/daily-checks/look-at-suspected.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { aDomain, cnameAway, HOUR, iso, later, NOW, timings } from '../../a-domain.ts';
import { SEEN, type Seen } from '../../lifecycle/a-check.ts';
import { scanPorts } from '../scan-ports.ts';

const suspected = aDomain('active', { conditions: cnameAway(1, iso(-HOUR)), nextCheckAt: iso(0) });
const many = Array.from({ length: 120 }, (_, index) => ({ ...suspected, id: index + 1 }));

function world(what: Seen = 'missing', clock = () => NOW) {
  const written: Domain[] = [];
  const replace = vi.fn(async (_before: Domain, after: Domain, _change: Change) => void written.push(after));
  const lookAtDomain = vi.fn<LookAtDomain>(async () => SEEN[what]);
  const claims = { validatedWrite: vi.fn((domain: Pick<Domain, 'url'>) => ({ Delete: { TableName: domain.url, Key: {} } })) };
  return { written, ports: scanPorts({ clock }, { domains: { replace }, claims, lookAtDomain }) };
}

describe('looks at what is suspected', () => {
  it('are made at once, each domain once, and written without an entry in the timeline', async () => {
    const { ports, written } = world();
    let [running, most] = [0, 0];
    ports.lookAtDomain.mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      return SEEN.missing;
    });
    const { done, failures } = await lookAtSuspected(many, ports, later(1));
    expect({ done: new Set(done), failures }).toEqual({ done: new Set(['domain.suspected']), failures: [] });
    expect(written.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(many.map(({ id }) => id));
    expect(written[0]).toMatchObject({ conditions: { cname: { times: 2 } }, nextCheckAt: iso(HOUR) });
    expect(most).toBe(50);
    for (const [, , change] of ports.domains.replace.mock.calls) expect(change).toMatchObject({ isQuiet: true, events: [] });
  });

  it('of two checks of the same domain at once the second is not written', async () => {
    const { ports } = world();
    ports.domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
    expect(await lookAtSuspected([suspected], ports, later(1))).toEqual({ done: [], failures: [] });
  });

  it('a check that dies half-way leaves the others, and has written nothing', async () => {
    const { ports, written } = world();
    ports.lookAtDomain.mockRejectedValueOnce(new Error('killed'));
    const { done, failures } = await lookAtSuspected(many.slice(0, 2), ports, later(1));
    expect({ done, failures }).toEqual({ done: ['domain.suspected'], failures: [new Error('killed')] });
    expect(written.map(({ id }) => id)).toEqual([2]);
  });

  it('looks that there is no time for are not begun', async () => {
    let checks = 0;
    const { ports } = world('missing', () => later(checks));
    ports.lookAtDomain.mockImplementation(async () => {
      checks += 1;
      return SEEN.missing;
    });
    await lookAtSuspected(many, ports, later(3));
    expect(checks).toBeLessThan(many.length);
  });
});

describe('a check of a name whose CNAME was not there in time', () => {
  const timedOut = decideOnDns(aDomain('awaiting-dns', { dnsDeadlineAt: iso(0) }), SEEN.missing.dns, {
    now: NOW,
    timings,
  }).domain;

  it('continues in the transaction that holds the hostname for good', async () => {
    const { ports, written } = world('fine');
    expect(await lookAtSuspected([timedOut], ports, later(1))).toEqual({ done: ['domain.validated'], failures: [] });
    expect(written).toMatchObject([{ phase: 'preparing', dnsStatus: 'validated', cname: { everValidated: true } }]);
    expect(ports.domains.replace.mock.calls[0]?.[2]).toMatchObject({
      ...{ startExecution: true, events: ['domain.validated'] },
      alongside: [{ Delete: { TableName: timedOut.url } }],
    });
  });

  it('holds no hostname while it is not', async () => {
    const { ports, written } = world('missing');
    await lookAtSuspected([timedOut], ports, later(1));
    expect(written).toMatchObject([{ phase: 'failed', nextCheckAt: iso(HOUR) }]);
    expect(ports.claims.validatedWrite).not.toHaveBeenCalled();
  });
});

describe('the daily check', () => {
  const watch = { domainId: suspected.id, fingerprintSha256: 'ab'.repeat(32) };
  const visit = (what: Seen, domain: Domain) => {
    const { ports } = world(what);
    return { lookAtDomain: ports.lookAtDomain, seen: dailyCheck(ports)(domain, watch) };
  };

  it('at a domain that is fine writes only the instant at which it was seen served', async () => {
    expect(await visit('fine', aDomain('active')).seen).toEqual({ watch: { ...watch, servedAt: iso(0) }, change: undefined });
  });

  it.each(['unseen', 'missing', 'dnsUnknown', 'former'] as const)(
    'does not say that our certificate was served if it is not seen where DNS leads: %s',
    async (what) => {
      expect((await visit(what, aDomain('active')).seen).watch).toEqual(watch);
    },
  );

  it('starts a suspicion if the CNAME is missing', async () => {
    const { change } = await visit('missing', aDomain('active')).seen;
    expect(change).toMatchObject({ isQuiet: true, domain: { nextCheckAt: iso(HOUR) } });
  });

  it.each(['preparing', 'installing', 'moving', 'removing', 'awaiting-dns'] as const)(
    'leaves a domain alone while a step is at work on it: %s',
    async (phase) => {
      const { seen, lookAtDomain } = visit('missing', aDomain(phase));
      expect(await seen).toEqual({ watch });
      expect(lookAtDomain).not.toHaveBeenCalled();
    },
  );
});
