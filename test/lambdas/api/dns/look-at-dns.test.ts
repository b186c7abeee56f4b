import { describe, expect, it, vi } from 'vitest';
import { DnsCheckResource } from '../../../../lambdas/api/dns/dns-check-resource.schema.ts';
import { lookAtDns } from '../../../../lambdas/api/dns/look-at-dns.ts';
import type { Call } from '../../../../lambdas/api/pipeline/call.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import type { SessionCaller } from '../../../../lambdas/model/accounts/caller.ts';
import type { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import type { HttpRequest } from '../../../../lambdas/shared/http/route.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { iso, later, NOW, SECOND } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { answer, resolverKnowing } from '../../shared/net/answers.ts';
import { clock, DOMAIN_ID, itemsUnder, portsOf, serverItem, tableHolds } from '../api-caller.ts';
import { claimItem, cnameTo, FOREIGN_TARGET, HOSTNAME, type Known, OWN_TARGET, places } from '../domains/a-creation.ts';
import { looker } from './a-looker.ts';

const OUR_ACCOUNT = 'https://ca.example/acct/1';
const account = { ...keys.acmeAccount(settings.acme.directoryUrl), accountUrl: OUR_ACCOUNT };

/** CAA records of the CNAME's target: a resolver follows the CNAME of the hostname. */
const targetsCaa = (value: string): Known => ({
  [`CAA ${OWN_TARGET}`]: answer([{ type: 'CAA', name: OWN_TARGET, ttl: 60, value }]),
});

describe('200', () => {
  it('a check of a hostname that has no record says which to publish, and that a domain would wait for it', async () => {
    tableHolds(...places);
    const { status, json } = await looker().look();
    expect([status, json]).toEqual([200, DnsCheckResource.parse(json)]);
    expect(json).toMatchObject({
      ...{ url: HOSTNAME, forecast: 'waits_for_dns', server_id: 1, cname_target: OWN_TARGET },
      dns_records: [{ type: 'CNAME', name: HOSTNAME, value: OWN_TARGET, state: 'missing' }],
      diagnosis: { code: 'cname_not_found', actor: 'customer', checked_at: NOW.toISOString() },
      caa: { state: 'allows', records: [] },
    });
    expect(json).not.toHaveProperty('domain_id');
  });

  it.each<[string, Known, object]>([
    ['leads here', cnameTo(OWN_TARGET), { forecast: 'certificate', dns_records: [{ state: 'ok' }] }],
    [
      'leads to somebody else’s server',
      cnameTo(FOREIGN_TARGET),
      {
        forecast: 'waits_for_dns',
        diagnosis: { code: 'invalid_cname_target', reason: 'other_target' },
        dns_records: [{ state: 'wrong' }],
      },
    ],
    [
      'leads here, but CAA records forbid the certificate',
      { ...cnameTo(OWN_TARGET), 'CAA customer.com': ['0 issue "other.example"'] },
      {
        forecast: 'forbidden_by_caa',
        diagnosis: { code: 'caa_forbids_issuance' },
        caa: { state: 'forbids', records: [{ action: 'add', type: 'CAA', name: 'customer.com', value: '0 issue "ca.example"' }] },
      },
    ],
    [
      'leads here, but a CAA record is for another account of the CA',
      { ...cnameTo(OWN_TARGET), 'CAA customer.com': ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'] },
      {
        forecast: 'forbidden_by_caa',
        diagnosis: { code: 'caa_forbids_issuance', reason: 'caa_restricted', actor: 'customer' },
        caa: {
          state: 'forbids',
          records: [
            {
              action: 'add',
              name: 'customer.com',
              value: `0 issue "ca.example; validationmethods=http-01; accounturi=${OUR_ACCOUNT}"`,
            },
          ],
        },
      },
    ],
    [
      'leads here, but a CAA record is critical and nobody understands it',
      { ...cnameTo(OWN_TARGET), 'CAA customer.com': ['128 isue "ca.example"'] },
      {
        diagnosis: {
          reason: 'caa_not_understood',
          fix: {
            text: expect.stringContaining('CAA records: remove @ CAA 128 isue "ca.example".'),
            records: [{ action: 'remove', type: 'CAA', name: 'customer.com', value: '128 isue "ca.example"' }],
          },
        },
      },
    ],
    [
      'leads here, but the target’s own CAA records forbid the certificate, which the service has to mend',
      { ...cnameTo(OWN_TARGET), ...targetsCaa('0 issue "other.example"') },
      {
        forecast: 'forbidden_by_caa',
        diagnosis: { reason: 'caa_at_target', actor: 'service', fix: { records: [] } },
        caa: { state: 'forbids', records: [] },
      },
    ],
    [
      'has no record, and CAA records that the target’s own will outweigh',
      { 'CAA customer.com': ['0 issue ";"'], [`CAA ${OWN_TARGET}`]: ['0 issue "ca.example"'] },
      { forecast: 'waits_for_dns', caa: { state: 'allows', records: [] } },
    ],
  ])('a check of a hostname that %s says so', async (_, known, shown) => {
    tableHolds(...places, account);
    const { json } = await looker(known).look();
    expect(json).toEqual(DnsCheckResource.parse(json));
    expect(json).toMatchObject(shown);
    if (json.forecast === 'certificate') expect(json).not.toHaveProperty('diagnosis');
  });

  it('a check of a hostname that leads to another server of the caller names that server, and both remedies', async () => {
    const second = { ...serverItem(78, 'secondlabel'), name: 'Web 2' };
    tableHolds(...places, second, { ...keys.label('secondlabel'), organizationId: 'org_A', serverId: 78 });
    const look = looker(cnameTo('secondlabel.cname.service.net')).look;
    const { json } = await look({ body: { url: HOSTNAME, server_id: 1 } });
    expect(json).toMatchObject({
      ...{ forecast: 'waits_for_dns', server_id: 1 },
      dns_records: [{ state: 'wrong', observed: 'secondlabel.cname.service.net' }],
      diagnosis: { code: 'invalid_cname_target', reason: 'other_server', actor: 'integrator' },
    });
    const { summary, fix } = Object(json).diagnosis;
    expect(summary).toContain('server 78 "Web 2"');
    expect(fix).toMatchObject({ text: expect.stringContaining('78 (PATCH'), records: [{ action: 'change', value: OWN_TARGET }] });
    expect((await look({ body: { url: HOSTNAME, server_id: 78 } })).json).toMatchObject({ forecast: 'certificate' });
  });

  it('a check of a hostname writes nothing but the count of checks', async () => {
    const items = tableHolds(...places);
    await looker(cnameTo(OWN_TARGET)).look();
    expect(itemsUnder(items, 'DOMAIN#')).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it('a check of a hostname that is a domain of the caller names it; somebody else’s is told of nobody', async () => {
    tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID }));
    expect((await looker().look()).json).toMatchObject({ forecast: 'exists', domain_id: DOMAIN_ID });
    tableHolds(...places, claimItem());
    const foreign = (await looker().look()).json;
    tableHolds(...places);
    expect(foreign).toEqual((await looker().look()).json);
  });

  it('a check of a hostname for a server that does not exist yet has no record to publish', async () => {
    tableHolds(...places);
    const { json } = await looker().look({ body: { url: HOSTNAME, server_id: 77 } });
    expect(json).toMatchObject({ forecast: 'waits_for_dns', dns_records: [], diagnosis: { fix: { records: [] } } });
    expect(json).not.toHaveProperty('cname_target');
  });

  it('a check of a hostname for a server that does not exist yet forecasts no certificate from the target of another', async () => {
    tableHolds(...places);
    const { json } = await looker(cnameTo(OWN_TARGET)).look({ body: { url: HOSTNAME, server_id: 77 } });
    expect(json).toEqual(DnsCheckResource.parse(json));
    expect(json).toMatchObject({ forecast: 'waits_for_dns', diagnosis: { code: 'invalid_cname_target', fix: { records: [] } } });
    expect(json.diagnosis.summary).toContain(OWN_TARGET);
    expect(json.diagnosis).not.toHaveProperty('reason');
  });
});

describe('422', () => {
  it.each([
    ['an apex domain', { url: 'customer.com' }, 'url'],
    ['no hostname', { url: 'https://shop.customer.com/' }, 'url'],
    ['nothing', {}, 'url'],
  ])('a check of %s is refused as its domain would be, and DNS is not asked', async (_, body, field) => {
    tableHolds(...places);
    const { look, openDnsReader } = looker();
    const { status, json } = await look({ body });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(openDnsReader).not.toHaveBeenCalled();
  });

  it('a check for a server that nobody registered is refused where its domain would be', async () => {
    tableHolds(...places);
    const { status, json } = await looker({}, { serverIds: 'registered' }).look({ body: { url: HOSTNAME, server_id: 77 } });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['server_id']]);
  });
});

describe('429', () => {
  it('the 21st look within a minute of the clock is told when the next one is possible, and DNS is not asked', async () => {
    tableHolds(...places);
    const { look, openDnsReader } = looker();
    const answers = await Promise.all(Array.from({ length: 21 }, () => look()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.json.error.details).toEqual({ limit: 20, remaining: 0, reset_at: iso(60 * SECOND) });
    expect(refused[0]?.headers).toMatchObject({
      ...{ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0' },
      'x-ratelimit-reset': String(later(60 * SECOND).getTime() / 1000),
    });
    expect(openDnsReader).toHaveBeenCalledTimes(20);
    clock.now = later(60 * SECOND);
    expect((await look()).status).toBe(200);
  });

  it('people can look at a list of 200 in a minute, which takes nothing from the keys of their organization', async () => {
    tableHolds(...places);
    const openDnsReader = vi.fn(() => recursiveReader(resolverKnowing({})));
    const prepare = lookAtDns.prepare(portsOf({ openDnsReader }));
    const input = { request: {} as HttpRequest, operation: lookAtDns.id, body: { url: HOSTNAME }, query: {} };
    const person = { kind: 'session', organizationId: 'org_A' } as SessionCaller;
    const ask = async () => {
      const work = await prepare({ ...input, caller: person });
      if (typeof work !== 'function') throw new Error('it reserves nothing');
      try {
        return (await work({ caller: person, now: clock.now } as unknown as Call)).status;
      } catch (error) {
        return `at most ${(error as AppError).details?.limit}`;
      }
    };
    const answers = await Promise.all(Array.from({ length: 201 }, ask));
    expect(answers.filter((answer) => answer !== 200)).toEqual(['at most 200']);
    expect(openDnsReader).toHaveBeenCalledTimes(200);
    expect((await looker().look()).status).toBe(200);
  });
});
