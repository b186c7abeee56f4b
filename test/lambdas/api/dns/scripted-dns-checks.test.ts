import { describe, expect, it } from 'vitest';
import { dnsCheckResource } from '../../../../lambdas/api/dns/dns-check-resource.ts';
import { checkNow } from '../../../../lambdas/checks/check-now.ts';
import { diagnosisOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import type { FoundDomain } from '../../../../lambdas/model/domains/find-domain.ts';
import { scriptedDnsChecks, scriptedWorld } from '../../../../lambdas/test-mode/scripted-world.ts';
import { NOW, SECOND, timings } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { aRehearsal, ports, TENANT } from '../../steps/test-mode/a-rehearsal.ts';
import { domains } from '../api-caller.ts';
import { OWN_TARGET } from '../domains/a-creation.ts';

const { lookAtCname, lookAtCaa } = scriptedDnsChecks(timings);

async function look(story: string, { target }: { target: string | undefined } = { target: OWN_TARGET }) {
  const url = `shop.${story}.magic.test`;
  const dns = await lookAtCname({ url, organizationId: TENANT, cname: { target } }, NOW);
  const caa = await lookAtCaa(url, target, NOW);
  const server = target === undefined ? undefined : { id: 1, label: 'abcdefghijklmnop' };
  return dnsCheckResource({ url, server, cnameTarget: target ?? '', domainId: undefined, dns, caa, now: NOW });
}

async function check(story: Parameters<typeof aRehearsal>[0]) {
  const { play, row } = await aRehearsal(story);
  await play();
  const before = await row();
  const read = async () => (await row()) as FoundDomain;
  const checkPorts = {
    ...ports,
    domains,
    settings,
    lookAtRecords: (domain: FoundDomain, now: Date) => scriptedWorld(() => ({ domain, now })).lookAtCname(domain, now),
    lookAtServer: (domain: FoundDomain, now: Date) => scriptedWorld(() => ({ domain, now })).lookAtServer(domain, now),
    pause: async () => {},
    actionCounts: { take: async () => ({ kind: 'taken' as const }) },
  };
  const clocks = { now: new Date(NOW.getTime() + SECOND) };
  const checked = await checkNow(await read(), read, clocks, async () => ({}), checkPorts, 'integrator');
  return { checked, before, after: await row() };
}

describe('a look at a magic name', () => {
  it.each([
    ['active', 'certificate', undefined],
    ['proxied-dns', 'waits_for_dns', 'proxied_dns'],
    ['caa-restricted', 'forbidden_by_caa', 'caa_forbids_issuance'],
    ['slow', 'waits_for_dns', 'cname_not_found'],
  ])('sees what its domain will meet: %s', async (story, forecast, code) => {
    const seen = await look(story);
    expect([seen.forecast, seen.diagnosis?.code]).toEqual([forecast, code]);
  });

  it('sees no record while there is no server to which one could lead', async () => {
    expect((await look('active', { target: undefined })).forecast).toBe('waits_for_dns');
  });
});

describe('a check of a domain of test mode', () => {
  it('sees what its story has, in the time to which it has come', async () => {
    const { checked, before, after } = await check('moves-away');
    expect(checked).toMatchObject({ kind: 'checked', domain: { dnsStatus: 'error' } });
    expect(before.updatedAt > NOW.toISOString()).toBe(true);
    expect(after.updatedAt >= before.updatedAt).toBe(true);
  });

  it('shows that the server was not seen, where the story says so', async () => {
    const { checked } = await check('not-seen-now');
    if (checked.kind !== 'checked') throw new Error(checked.kind);
    expect(diagnosisOf(checked.domain).diagnosis.reason).toBe('not_seen_now');
  });
});
