import { describe, expect, it } from 'vitest';
import type { TimedDecision } from '../../../../contract/stack/timings.schema.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { Domain, type DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { renewalTime } from '../../../../lambdas/model/domains/renewal-time.ts';
import { aDomain, HOUR, iso, issued, later, NOW, served, timings } from '../../a-domain.ts';
import { decideOnDns, decideOnInstallation, decideOnObservation, decideOnPreparation, moveRequested } from '../said-decisions.ts';

const TARGET = 'secret.validation.service.net';
const validation = { target: TARGET, state: 'missing' } as const;
const proven = { target: TARGET, state: 'ok' } as const;
const at = (now: Date): TimedDecision => ({ now, timings });
const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [] };
const elsewhere: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'other.validation.service.net', evidence: [] };
const unknown: DnsObservation = { kind: 'dns-unknown', evidence: [] };
const seen = (routing: DnsObservation, record: DnsObservation): DnsObservation => ({ ...routing, validation: record });

const waiting = aDomain('awaiting-dns', { validation });
const inPhase = <P extends Domain['phase']>(domain: Domain, phase: P): DomainIn<P> => {
  expect(domain.phase).toBe(phase);
  return Domain.parse(domain) as DomainIn<P>;
};
/** A domain whose server has the certificate. */
function ready(): DomainIn<'awaiting-dns'> {
  const installing = aDomain('installing', { validation: proven, dnsStatus: 'pending' });
  return inPhase(
    decideOnInstallation(installing, { kind: 'new-certificate-seen', evidence: [] }, at(NOW)).domain,
    'awaiting-dns',
  );
}

describe('a domain that is validated by DNS', () => {
  it.each([
    ['validation_missing', missing, 'cname_not_found', 'missing'],
    ['validation_wrong', elsewhere, 'invalid_cname_target', 'wrong'],
  ] as const)('waits for its record, and says what is wrong with it: %s', (reason, record, code, state) => {
    const { domain, waitSeconds } = decideOnDns(waiting, seen(missing, record), at(NOW));
    expect(domain).toMatchObject({
      phase: 'awaiting-dns',
      dnsStatus: 'pending',
      diagnosis: { code, reason },
      validation: { state },
    });
    expect(domain.error).toMatchObject({ code, details: { domain: domain.url, expected_target: TARGET } });
    expect(waitSeconds).toBe(300);
    const { dns_records: records, diagnosis } = domainResource(domain);
    expect(records.map(({ purpose, name, value, state: shown }) => [purpose, name, value, shown])).toEqual([
      ['validation', '_acme-challenge.shop.customer.com', TARGET, state],
      ['routing', 'shop.customer.com', domain.cname.target, 'missing'],
    ]);
    // No traffic record yet: a customer who sets it first would take the site offline.
    expect(diagnosis.fix.records.map(({ name, value }) => [name, value])).toEqual([
      ['_acme-challenge.shop.customer.com', TARGET],
    ]);
  });

  it('is told the record that stands for as long as it was told that, whatever the checks find', () => {
    let domain: Domain = aDomain('awaiting-dns', { validation: { ...validation, stands: true } });
    for (const record of [missing, elsewhere, { ...missing, reason: 'negative_cache' as const }, unknown, matched]) {
      const told: DomainIn<'awaiting-dns'> = inPhase(domain, 'awaiting-dns');
      domain = decideOnDns(told, seen(missing, record), at(NOW)).domain;
      const [shown] = domainResource(domain).dns_records;
      expect(shown?.name).toBe('_validation-persist.shop.customer.com');
    }
    expect(domain).toMatchObject({ phase: 'preparing', validation: { stands: true, state: 'ok' } });
  });

  it('asks for its certificate once the record is right, wherever its traffic goes', () => {
    const { domain, ...rest } = decideOnDns(waiting, seen(missing, matched), at(NOW));
    expect(domain).toMatchObject({
      phase: 'preparing',
      dnsStatus: 'pending',
      validation: proven,
      cname: { everValidated: true },
    });
    expect(rest).toMatchObject({ changed: true, waitSeconds: 0, events: [] });
    const led = decideOnDns(waiting, seen(matched, matched), at(NOW));
    expect(led).toMatchObject({ domain: { phase: 'preparing', dnsStatus: 'validated' }, events: ['domain.validated'] });
  });

  it('does not by the CNAME of its traffic alone, nor on no answer', () => {
    for (const observation of [seen(matched, missing), seen(matched, unknown), matched])
      expect(decideOnDns(waiting, observation, at(NOW)).domain).toMatchObject({ phase: 'awaiting-dns', dnsStatus: 'pending' });
  });

  it('writes nothing while it finds the same', () => {
    const first = inPhase(decideOnDns(waiting, seen(missing, elsewhere), at(NOW)).domain, 'awaiting-dns');
    expect(decideOnDns(first, seen(missing, elsewhere), at(later(300_000))).changed).toBe(false);
    expect(decideOnDns(first, seen(missing, missing), at(later(300_000))).changed).toBe(true);
  });

  it('writes the offer of its DNS provider to set the record, also where it finds nothing else', () => {
    const first = inPhase(decideOnDns(waiting, seen(missing, missing), at(NOW)).domain, 'awaiting-dns');
    const setup = { at: iso(300_000), zone: 'customer.com', cnameTarget: TARGET, provider: 'IONOS', url: 'https://set.example' };
    const offered = decideOnDns(
      first,
      { ...seen(missing, missing), hosting: { zone: 'customer.com' }, setup },
      at(later(300_000)),
    );
    expect(offered).toMatchObject({ changed: true, domain: { hosting: { setup } } });
  });

  it('ends with its window like any other', () => {
    expect(decideOnDns(waiting, seen(missing, missing), at(later(24 * HOUR)))).toMatchObject({
      domain: { phase: 'failed', dnsStatus: 'error', error: { code: 'dns_validation_timeout' } },
      events: ['domain.validation_failed'],
    });
  });

  it('keeps its DNS status while its certificate is ordered: the CA says nothing of its traffic', () => {
    const preparing = aDomain('preparing', { validation: proven, dnsStatus: 'pending' });
    const passed = {
      kind: 'preflight-passed',
      slot: { kind: 'slot-not-needed' },
      sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' },
      csr: 'CSR',
    } as const;
    expect(decideOnPreparation(preparing, passed, at(NOW)).domain).toMatchObject({ phase: 'ordering', dnsStatus: 'pending' });
    const gone = decideOnPreparation(preparing, { kind: 'validation-gone', dns: missing }, at(NOW));
    expect(gone.domain).toMatchObject({
      phase: 'preparing',
      validation: { state: 'missing' },
      diagnosis: { reason: 'validation_missing' },
    });
  });
});

describe('a domain that is validated by DNS and ahead of its traffic', () => {
  it('waits for the CNAME of its traffic once its server has the certificate', () => {
    const domain = ready();
    expect(domain).toMatchObject({ dnsStatus: 'pending', sslStatus: 'pending', issued, dnsDeadlineAt: renewalTime(issued) });
    const { diagnosis, dns_records: records } = domainResource(domain);
    expect(diagnosis).toMatchObject({ code: 'ready_to_switch', actor: 'customer' });
    expect(diagnosis.fix.records).toEqual([
      { action: 'add', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: domain.cname.target },
    ]);
    expect(records.map(({ state }) => state)).toEqual(['ok', 'missing']);
  });

  it('is told to change the record that leads to another edge, from where to where', () => {
    const edge: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'shops.edge.example', evidence: [] };
    const { domain } = decideOnDns(ready(), seen(edge, matched), at(NOW));
    const { diagnosis, dns_records: records } = domainResource(domain);
    const { target } = domain.cname;
    expect(diagnosis.fix.records).toEqual([
      { action: 'change', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: target },
    ]);
    expect(diagnosis.code).toBe('ready_to_switch');
    expect(diagnosis.summary).toContain(`points to shops.edge.example, but it has to point to ${target}. The certificate for`);
    expect(diagnosis.fix.text).toContain(`change the value of the CNAME record shop to ${target}`);
    expect(records[1]).toMatchObject({ state: 'wrong', observed: 'shops.edge.example' });
    expect(domainResource(Domain.parse(domain)).error).toMatchObject({
      code: 'invalid_cname_target',
      details: { actual_target: 'shops.edge.example', expected_target: target },
    });
    const wildcard: DnsObservation = { ...edge, reason: 'wildcard_answer' };
    expect(decideOnDns(ready(), seen(wildcard, matched), at(NOW)).changed).toBe(false);
  });

  it('is told to remove the addresses of another edge, and those that take turns are written once a day', () => {
    const addresses = (observed: string): DnsObservation => ({ ...missing, reason: 'address_instead', observed });
    const first = inPhase(decideOnDns(ready(), seen(addresses('192.0.2.1, 192.0.2.2'), matched), at(NOW)).domain, 'awaiting-dns');
    const { diagnosis } = domainResource(first);
    expect(diagnosis.fix.records.map(({ action, type, value }) => [action, type, value])).toEqual([
      ['remove', 'A', '192.0.2.1'],
      ['remove', 'A', '192.0.2.2'],
      ['add', 'CNAME', first.cname.target],
    ]);
    expect(diagnosis).toMatchObject({ code: 'ready_to_switch', fix: { text: expect.stringMatching('delete the A and AAAA') } });
    expect(diagnosis).not.toHaveProperty('reason');
    const others = seen(addresses('192.0.2.9'), matched);
    expect(decideOnDns(first, others, at(later(24 * HOUR - 1))).changed).toBe(false);
    expect(decideOnDns(first, others, at(later(24 * HOUR))).domain.diagnosis).toMatchObject({ observed: '192.0.2.9' });
    expect(decideOnDns(first, seen(unknown, matched), at(later(25 * HOUR))).changed).toBe(false);
    expect(domainResource(decideOnDns(first, seen(missing, matched), at(NOW)).domain).diagnosis.fix.records).toHaveLength(1);
  });

  it('is told to set the record without the proxy that hides it, a wildcard by the name with the star', () => {
    const before = ready();
    const star = { ...before, url: '*.shop.customer.com', cname: { ...before.cname, host: '*.shop' } };
    const proxied: DnsObservation = { ...missing, reason: 'proxy_addresses', observed: '104.16.0.7' };
    const hosted = { ...star, hosting: { provider: 'cloudflare' } };
    const { diagnosis } = domainResource(decideOnDns(hosted, seen(proxied, matched), at(NOW)).domain);
    const { target: value } = star.cname;
    expect(diagnosis.code).toBe('ready_to_switch');
    expect(diagnosis.fix.text).toContain(
      `*.shop in the field “Name” and ${value} in the field “Target”, with “Proxy status” set to “DNS only”`,
    );
    expect(diagnosis.fix.records).toEqual([{ action: 'add', type: 'CNAME', name: star.url, host: '*.shop', value }]);
  });

  it('is live as any other where it was set to be validated by HTTP in mid-order: it was seen where its visitors go', () => {
    const { validation: _, ...byHttp } = aDomain('installing', { validation: proven, dnsStatus: 'pending' });
    const { domain, ...rest } = decideOnInstallation(byHttp, { kind: 'new-certificate-seen', evidence: [] }, at(NOW));
    expect(domain).toMatchObject({ phase: 'active', dnsStatus: 'validated', sslStatus: 'active' });
    expect(rest).toMatchObject({ events: ['domain.validated', 'certificate.installed', 'certificate.issued'] });
  });

  it('says so for as long as the certificate is good, and writes nothing meanwhile', () => {
    for (const hours of [1, 25, 24 * 50]) {
      const { changed, domain } = decideOnDns(ready(), seen(missing, matched), at(later(hours * HOUR)));
      expect([changed, domain.diagnosis.code]).toEqual([false, 'ready_to_switch']);
    }
  });

  it('is looked for where its visitors go the moment its CNAME is right', () => {
    const { domain, waitSeconds, ...rest } = decideOnDns(ready(), seen(matched, unknown), at(later(25 * HOUR)));
    expect(domain).toMatchObject({ phase: 'installing', dnsStatus: 'validated', issued, installDeadlineAt: iso(49 * HOUR) });
    expect([waitSeconds, rest]).toMatchObject([0, { events: ['domain.validated'] }]);
    const live = decideOnInstallation(
      inPhase(domain, 'installing'),
      { kind: 'new-certificate-seen', evidence: [] },
      at(later(25 * HOUR)),
    );
    expect(live).toMatchObject({
      domain: { phase: 'active', dnsStatus: 'validated', sslStatus: 'active', diagnosis: { code: 'ok' } },
      events: ['certificate.installed', 'certificate.issued'],
    });
  });

  it('has its certificate ordered anew when it grows old, by the same record', () => {
    const due = new Date(renewalTime(issued));
    expect(decideOnDns(ready(), seen(missing, matched), at(due)).domain).toMatchObject({
      phase: 'preparing',
      dnsStatus: 'pending',
    });
    expect(decideOnDns(ready(), seen(missing, missing), at(due)).domain).toMatchObject({ dnsStatus: 'error' });
  });

  it('asks for the certificate that replaces it with another name, though in the same attempt', () => {
    const due = new Date(renewalTime(issued));
    const first = inPhase(decideOnDns(waiting, seen(missing, matched), at(NOW)).domain, 'preparing');
    const old = { ...ready(), execution: first.execution, version: first.version + 8 };
    const next = inPhase(decideOnDns(old, seen(missing, matched), at(due)).domain, 'preparing');
    expect(next.issuance.certificateRequestId).not.toBe(first.issuance.certificateRequestId);
  });

  it('takes its certificate along to another server', () => {
    const domain = ready();
    const present = {
      organizationId: 'org_A',
      serverId: 1,
      hostname: domain.url,
      domainId: domain.id,
      attempt: 1,
      state: 'present' as const,
    };
    const certificate = {
      ...present,
      revision: 1,
      facts: issued,
      chainPem: 'PEM',
      sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' },
    };
    const moved = moveRequested(
      domain,
      { serverId: 2, cnameTarget: 'b.cname.service.net', connected: true },
      certificate as never,
      at(NOW),
    );
    expect(moved).toMatchObject({
      domain: { phase: 'installing', serverId: 2, issued, retireFrom: [1] },
      put: { serverId: 2, facts: issued },
    });
  });
});

it('what is at the name of the validation record in its place is remembered with the mistake, but for an answer that passes', () => {
  const found: DnsObservation = { kind: 'cname-missing', reason: 'txt_instead', observed: TARGET, evidence: [] };
  const next = decideOnDns(waiting, seen(elsewhere, found), at(NOW)).domain;
  expect(next.validation).toEqual({ target: TARGET, state: 'missing', reason: 'txt_instead', observed: TARGET });
  const typo: DnsObservation = { ...elsewhere, reason: 'missing_dot' };
  expect(decideOnDns(waiting, seen(elsewhere, typo), at(NOW)).domain.validation).toEqual({
    ...{ target: TARGET, state: 'wrong', reason: 'missing_dot', observed: 'other.validation.service.net' },
  });
  const passes: DnsObservation = { ...found, reason: 'negative_cache', observed: '2026-06-01T12:05Z' };
  expect(decideOnDns(waiting, seen(elsewhere, passes), at(NOW)).domain.validation).toEqual(validation);
});

it('the daily look at a served domain remembers that its validation record has gone, and its renewals do not wait for its traffic', () => {
  const active = aDomain('active', { ...served, validation: proven });
  const gone = decideOnObservation(active, { dns: seen(matched, missing) }, at(NOW));
  expect(gone?.domain.validation).toEqual(validation);
  expect(decideOnObservation(active, { dns: seen(matched, matched) }, at(NOW))).toBeUndefined();
  expect(decideOnObservation(active, { dns: seen(matched, unknown) }, at(NOW))).toBeUndefined();
});

it('a domain that is validated by DNS resumes after its window by its record, and not by its traffic', () => {
  const timedOut = decideOnDns(waiting, seen(missing, missing), at(later(24 * HOUR))).domain;
  const resumed = decideOnObservation(timedOut, { dns: seen(missing, matched) }, at(later(25 * HOUR)));
  expect(resumed).toMatchObject({ startExecution: true, domain: { phase: 'preparing', dnsStatus: 'pending' }, events: [] });
  const led = decideOnObservation(timedOut, { dns: seen(matched, matched) }, at(later(25 * HOUR)));
  expect(led).toMatchObject({ domain: { phase: 'preparing', dnsStatus: 'validated' }, events: ['domain.validated'] });
  const byTraffic = decideOnObservation(timedOut, { dns: seen(matched, missing) }, at(later(25 * HOUR)));
  expect(byTraffic).toMatchObject({ startExecution: false, domain: { phase: 'failed', dnsStatus: 'error' } });
});

it('renewals of a domain that is validated by DNS go on where its traffic has been gone for weeks', () => {
  const pausedAfterWeeks = (how: Partial<Domain>) => {
    let domain: Domain = { ...aDomain('active', served), ...how } as Domain;
    for (let hours = 1; hours <= 24 * 21; hours += 1) {
      const change = decideOnObservation(domain, { dns: seen(missing, matched) }, at(later(hours * HOUR)));
      domain = change?.domain ?? domain;
    }
    expect(domain.dnsStatus).toBe('error');
    return domain.conditions.cname?.renewalPausedAt !== undefined;
  };
  expect([pausedAfterWeeks({}), pausedAfterWeeks({ validation: proven })]).toEqual([true, false]);
});
