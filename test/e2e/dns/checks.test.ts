import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChallengeType } from '../../../lambdas/acme/challenge.ts';
import { lookAtCaa } from '../../../lambdas/dns/look-at-caa.ts';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import { withServed } from '../../../lambdas/lifecycle/transition.ts';
import { diagnosisOf } from '../../../lambdas/model/domains/diagnosis-of.ts';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { publishCaa } from '../../../local/first-organization.ts';
import { stateDir as stateDirLayout } from '../../../local/machine/state-dir.ts';
import { recursiveServers } from '../../../local/name-servers/addresses.ts';
import { PEBBLE_CAA_IDENTITY } from '../../../local/processes/pebble.ts';
import { BASE_TARGET, CA_NAME, SECOND_CA_NAME } from '../../../local/stage.ts';
import { age, ago, createWithOwnCaa } from '../age.ts';
import {
  api,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  newHostname,
  ports,
  stateDir,
  until,
} from '../cloud.ts';
import { admin, domains, scanNow } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { caaRefusal } from './ca-judge.ts';

const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const METHODS: readonly ChallengeType[] = ['http-01', 'dns-01', 'dns-persist-01'];
const PATIENCE = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };

/**
 * Lets the scan check an unhealthy domain, as if its next check was due, until the row shows the result. Repeats: the scan of
 * another test may have just written the row, or a hint of the CA may have moved the renewal.
 */
async function lookUntil(id: number, isSeen: (row: Domain) => boolean, passed: (row: Domain) => Partial<Domain> = () => ({})) {
  const looking = async () => {
    const row = (await domains.get(id)) ?? expect.fail(`domain ${id} is gone`);
    if (isSeen(row)) return;
    if (row.nextCheckAt !== undefined && row.nextCheckAt <= ago(0)) await scanNow(id);
    else await age(id, (domain) => ({ ...passed(domain), nextCheckAt: ago(0) }));
    expect.fail('not seen yet');
  };
  await vi.waitFor(looking, { timeout: PATIENCE_SECONDS * 1000, interval: 1_000 });
}

/** Number of events of this kind for a domain. */
async function toldOf(id: number, event: string): Promise<number> {
  return (await api<{ data: unknown[] }>('GET', `/events?domain_id=${id}&event=${event}`)).body.data.length;
}

/** The causes in the domain's `certificate.at_risk` events. */
async function risksOf(id: number): Promise<string[]> {
  const { body } = await api<{ data: { data: { domain: DomainResource } }[] }>(
    'GET',
    `/events?domain_id=${id}&event=certificate.at_risk`,
  );
  return body.data.map(({ data }) => data.domain.diagnosis.code);
}

describe.concurrent('a domain that is served', () => {
  it('is reported without its CNAME once that is sure, and again when it is back', async () => {
    const { id, url } = await createWithCname('away');
    await until(id, isActive);
    await dns.delete(url, 'CNAME');
    await lookUntil(id, ({ conditions }) => conditions.cname !== undefined);
    await lookUntil(
      id,
      ({ dnsStatus }) => dnsStatus === 'error',
      ({ conditions }) => awayForADay(conditions),
    );
    const gone = await until(id, ({ dns_status }) => dns_status === 'error');
    expect([gone.ssl_status, gone.diagnosis.code, gone.error?.code]).toEqual(['active', 'cname_not_found', 'cname_not_found']);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await lookUntil(id, ({ dnsStatus }) => dnsStatus === 'validated');
    const back = await until(id, isActive);
    expect([back.diagnosis.code, back.error]).toEqual(['ok', undefined]);
    await vi.waitFor(async () => expect(await toldOf(id, 'domain.dns_restored')).toBe(1), PATIENCE);
    expect(await toldOf(id, 'domain.dns_changed')).toBe(1);
  });

  it('is at risk before its renewal if its CAA records forbid the next certificate', async () => {
    const zone = newHostname('caa');
    const url = `shop.${zone}`;
    const { id } = await createWithOwnCaa(url);
    await until(id, isActive);
    await dns.set(zone, 'CAA', ['0 issue "another-ca.example"']);
    const isSuspected = ({ conditions }: Domain) => conditions.renewal?.found.code === 'caa_forbids_issuance';
    await lookUntil(id, isSuspected, (row) => withServed(row, { renewAt: ago(-3) }));
    await lookUntil(id, (row) => diagnosisOf(row).diagnosis.code === 'caa_forbids_issuance', suspectedForLong);
    const { ssl_status, diagnosis } = await until(id, diagnosedAs('caa_forbids_issuance'));
    expect([ssl_status, diagnosis.actor]).toEqual(['active', 'customer']);
    expect(diagnosis.evidence).toMatchObject([{ kind: 'caa', answer: expect.stringContaining('another-ca.example') }]);
    await dns.delete(zone, 'CAA');
    await lookUntil(id, (row) => diagnosisOf(row).diagnosis.code === 'ok');
    await vi.waitFor(async () => expect(await risksOf(id)).toContain('caa_forbids_issuance'), PATIENCE);
    const risks = await risksOf(id);
    expect(risks, 'each cause once: on a busy machine a look may have met another one').toEqual([...new Set(risks)]);
  });
});

describe.concurrent('the service’s own CAA records', () => {
  // A Pebble that another test restarted has lost the account: publish the records again, as a deployment does.
  beforeAll(() => publishCaa(stateDirLayout(stateDir), dns));

  const accountAt = async (ca: string) => String((await admin('ca-account', '--ca', ca, 'show')).account);

  it('are what `admin caa` prints, name its account, and are the answer at each label and at the base target', async () => {
    const [first, second, printed] = await Promise.all([
      accountAt(CA_NAME),
      accountAt(SECOND_CA_NAME),
      admin<{ account: string; records: { name: string; value: string }[] }>('caa'),
    ]);
    const values = [first, second].map(
      (account) => `0 issue "pebble.letsencrypt.org; validationmethods=http-01,dns-01,dns-persist-01; accounturi=${account}"`,
    );
    expect(printed).toMatchObject({
      account: `${CA_NAME}: ${first}; ${SECOND_CA_NAME}: ${second}`,
      records: values.flatMap((value) => [
        { name: `*.${BASE_TARGET}.`, value },
        { name: `${BASE_TARGET}.`, value },
      ]),
    });
    for (const name of [connection.cname_target, BASE_TARGET]) {
      const { records } = await resolve(name, 'CAA');
      expect(records.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
    }
  });

  it('let a CA issue to our account by each way of validation, for a name and for a wildcard, and to nobody else', async () => {
    const base = newHostname('judged');
    const hostnames = [base, `*.${base}`];
    for (const name of hostnames) await dns.set(name, 'CNAME', [connection.cname_target]);
    const accounts = await Promise.all([CA_NAME, SECOND_CA_NAME].map(accountAt));
    const orders = accounts.flatMap((account) =>
      hostnames.flatMap((hostname) => METHODS.map((method) => ({ hostname, method, account, issuer: PEBBLE_CAA_IDENTITY }))),
    );
    const refusals = await Promise.all(orders.map(async (order) => ({ ...order, refused: await caaRefusal(order) })));
    expect(refusals.filter(({ refused }) => refused !== undefined)).toEqual([]);
    for (const stranger of [{ account: 'https://localhost/another' }, { issuer: 'another-ca.example' }])
      for (const order of orders) expect(await caaRefusal({ ...order, ...stranger })).toContain('validationmethods=');
  });

  it('count in place of the customer’s: a hostname whose zone forbids every CA gets its certificate', async () => {
    const zone = newHostname('own-caa');
    const url = `shop.${zone}`;
    await dns.set(zone, 'CAA', ['0 issue ";"']);
    const look = async () => (await api<{ forecast: string; caa: object }>('POST', '/dns/look', { body: { url } })).body;
    expect((await look()).caa).toEqual({ state: 'allows', records: [] });
    await dns.set(url, 'CNAME', [connection.cname_target]);
    expect(await look()).toMatchObject({ forecast: 'certificate', caa: { state: 'allows' } });
    const { records } = await resolve(url, 'CAA');
    expect(records.map(({ type, name }) => `${type} ${name}`)).toEqual([
      `CNAME ${url}`,
      `CAA ${connection.cname_target}`,
      `CAA ${connection.cname_target}`,
    ]);
    const { id } = await createDomain(url);
    await until(id, isActive);
  });
});

describe.concurrent('the CAA records of a customer', () => {
  const ours = { account: 'https://ca.example/acct/1', issuer: 'ca.example' };
  /** The combinations of method and name for which a CA may issue: `shop.<zone>` and `*.shop.<zone>`, http-01 and dns-01. */
  const ALL = ['http-01 shop', 'dns-01 shop', 'http-01 *.shop', 'dns-01 *.shop'];
  const PLAIN = ALL.slice(0, 2);

  it.each<[string, string[], string[]]>([
    ['name us', ['0 issue "ca.example"'], ALL],
    ['name our account', ['0 issue "ca.example; accounturi=https://ca.example/acct/1"'], ALL],
    ['name another account', ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'], []],
    ['name another CA', ['0 issue "other.example"'], []],
    ['forbid all', ['0 issue ";"'], []],
    ['take one way of validation', ['0 issue "ca.example; validationmethods=http-01"'], [ALL[0] ?? '', ALL[2] ?? '']],
    ['take others', ['0 issue "ca.example; validationmethods=tls-alpn-01,dns-01"'], [ALL[1] ?? '', ALL[3] ?? '']],
    ['forbid wildcards', ['0 issue "ca.example"', '0 issuewild ";"'], PLAIN],
    ['allow wildcards alone', ['0 issue ";"', '0 issuewild "ca.example"'], ALL.slice(2)],
    ['say nothing of who may', ['0 iodef "mailto:a@customer.example"'], ALL],
    ['are critical and unknown', ['0 issue "ca.example"', '128 tbs "unknown"'], []],
  ])('that %s are read as a CA reads them', async (_, values, allowed) => {
    const zone = newHostname('caa');
    await dns.set(zone, 'CAA', values);
    for (const each of ALL) {
      const [method, label] = each.split(' ') as [ChallengeType, string];
      const hostname = `${label}.${zone}`;
      const isAllowed = allowed.includes(each);
      expect((await caaRefusal({ ...ours, hostname, method })) === undefined, `a CA: ${each}`).toBe(isAllowed);
      const ports = { resolve, baseTarget: BASE_TARGET, method, ...caIssuer(ours) };
      const { kind } = await lookAtCaa(ports, hostname, new Date());
      expect(kind, `the service: ${each}`).toBe(isAllowed ? 'caa-allows' : 'caa-forbids');
    }
  });
});

function caIssuer({ account, issuer }: { account: string; issuer: string }) {
  return { caaIdentities: async () => [issuer], accountUrl: async () => account };
}

/** State after a day of checks without the CNAME, one check before it counts as gone. */
function awayForADay({ cname, ...conditions }: Domain['conditions']): Partial<Domain> {
  return { conditions: { ...conditions, ...(cname && { cname: { ...cname, since: ago(1), times: 5 } }) } };
}

/** State after an hour of suspicion, with the renewal due soon. */
function suspectedForLong(row: Domain): Partial<Domain> {
  const { renewal, ...conditions } = row.conditions;
  const suspected = renewal && { ...renewal, since: ago(0.05) };
  return { ...withServed(row, { renewAt: ago(-3) }), ...(suspected && { conditions: { ...conditions, renewal: suspected } }) };
}
