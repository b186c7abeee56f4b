import { AUTHORITATIVE_ANSWER, TRUNCATED_RESPONSE } from 'dns-packet';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DiagnosisCode, DiagnosisReason } from '../../../contract/api/error-codes.ts';
import { lookAtCname } from '../../../lambdas/dns/look-at-cname.ts';
import { dnsReaders } from '../../../lambdas/dns/walk/dns-reader.gateway.ts';
import { nameServerEndpoints, ROOT_SERVERS, recursiveServers } from '../../../local/name-servers/addresses.ts';
import { type Behaviour, nameServerOnLoopback, response } from '../../lambdas/dns/wire/name-server-on-loopback.ts';
import type { Place } from '../../situations/situation.ts';
import { connection, dns, ports } from '../cloud.ts';
import { lookAt, newIntegrators, newPlace } from './dns-checks.ts';

// Broken zones and name servers beyond the situations of docs/reference/diagnosis.md: each check ends in time with an answer, and
// none fails a name when the answer is unknown.

/** The longest check, and the cold start of its function on a busy machine. */
const LOOK_MS = 8_000 + 10_000;
const MAX_EVIDENCE_BYTES = 512;
const LABEL = 'x'.repeat(63);

interface Odd {
  what: string;
  /** Undefined: nothing is wrong. */
  code?: DiagnosisCode;
  reason?: DiagnosisReason;
  prepare: (place: Place) => Promise<unknown>;
  /** The name to check, if it is not the place's hostname. */
  url?: (place: Place) => string;
}

const right = ({ hostname, target }: Place) => dns.set(hostname, 'CNAME', [target]);
const leadsTo =
  (name: string) =>
  ({ hostname }: Place) =>
    dns.set(hostname, 'CNAME', [name]);
/** A name of the maximum length, 253 characters. */
const longestIn = (zone: string) => {
  const labels = `${LABEL}.${LABEL}.${LABEL}`;
  return `${'y'.repeat(253 - labels.length - zone.length - 2)}.${labels}.${zone}`;
};
const delegatedTo = (servers: (place: Place) => Record<string, string>) => async (place: Place) => {
  await right(place);
  for (const [name, address] of Object.entries(servers(place))) await dns.set(name, 'A', [address]);
  await dns.delegate(place.zone, Object.keys(servers(place)));
};

const ODD: Odd[] = [
  { what: 'a CNAME to localhost', code: 'invalid_cname_target', prepare: leadsTo('localhost') },
  { what: 'a CNAME to an address written as a name', code: 'invalid_cname_target', prepare: leadsTo('203.0.113.9') },
  {
    what: 'a CNAME to a name of ours that does not exist',
    code: 'invalid_cname_target',
    reason: 'other_target',
    prepare: ({ hostname, target }) => dns.set(hostname, 'CNAME', [`not-there.${target.split('.').slice(1).join('.')}`]),
  },
  {
    what: 'sixty thousand bytes of TXT where the proof is looked for',
    code: 'invalid_cname_target',
    reason: 'base_target',
    prepare: async ({ hostname, target }) => {
      await dns.set(hostname, 'CNAME', [target.split('.').slice(1).join('.')]);
      const long = Array.from({ length: 60 }, (_, n) => String(n).padEnd(1_000, 'x'));
      await dns.set(`_cps-claim.${hostname}`, 'TXT', long);
    },
  },
  {
    what: 'more TXT than a message holds where the proof is looked for',
    code: 'invalid_cname_target',
    reason: 'base_target',
    prepare: async ({ hostname, target }) => {
      await dns.set(hostname, 'CNAME', [target.split('.').slice(1).join('.')]);
      const long = Array.from({ length: 3 }, (_, n) => String(n).padEnd(60_000, 'x'));
      await dns.set(`_cps-claim.${hostname}`, 'TXT', long);
    },
  },
  {
    what: 'a name server with a loopback address',
    code: 'dns_validation_failed',
    reason: 'servers_not_public',
    prepare: delegatedTo(({ zone }) => ({ [`ns1.${zone}`]: '127.0.0.1', [`ns2.${zone}`]: '169.254.169.254' })),
  },
  {
    what: 'name servers in the zone itself, which only the zone above can tell the addresses of',
    prepare: delegatedTo(({ zone }) => ({ [`ns1.${zone}`]: '192.0.2.17', [`ns2.deep.${zone}`]: '192.0.2.18' })),
  },
  {
    what: 'name servers below another top-level domain, whose addresses the zone above does not know',
    prepare: delegatedTo(({ zone }) => ({ [`ns1.${zone.replace('.test', '.example')}`]: '192.0.2.19' })),
  },
  {
    what: 'a name server that has an IPv6 address only',
    code: 'dns_validation_failed',
    reason: 'servers_not_public',
    prepare: async (place) => {
      await right(place);
      await dns.set(`ns1.six-${place.zone}`, 'AAAA', ['2001:db8::53']);
      await dns.delegate(place.zone, [`ns1.six-${place.zone}`]);
    },
  },
  {
    what: 'two zones each of which has the name server of the other',
    code: 'dns_validation_failed',
    reason: 'servers_silent',
    prepare: async (place) => {
      const other = `other-${place.zone}`;
      await right(place);
      for (const name of [`ns.${place.zone}`, `ns.${other}`]) await dns.set(name, 'AAAA', ['2001:db8::53']);
      await dns.delegate(place.zone, [`ns.${other}`]);
      await dns.delegate(other, [`ns.${place.zone}`]);
    },
  },
  {
    what: 'one of four name servers silent',
    prepare: async (place) => {
      const four = [1, 2, 3, 4].map((n) => `ns${n}.four.test`);
      await right(place);
      await dns.delegate(place.zone, four);
      await dns.silent(place.zone, [2]);
    },
  },
  {
    what: 'all name servers slower than the check has time',
    code: 'dns_validation_failed',
    reason: 'servers_silent',
    prepare: async (place) => {
      await right(place);
      await dns.slow(place.zone, 9_000);
    },
  },
  {
    what: 'a hostname with letters beside those of ASCII',
    url: ({ zone }) => `bücher.${zone}`,
    prepare: ({ zone, target }) => dns.set(`xn--bcher-kva.${zone}`, 'CNAME', [target]),
  },
  {
    what: 'a hostname of 253 characters that leads here',
    url: ({ zone }) => longestIn(zone),
    prepare: ({ zone, target }) => dns.set(longestIn(zone), 'CNAME', [target]),
  },
  {
    what: 'a hostname of 253 characters that has no record',
    code: 'cname_not_found',
    url: ({ zone }) => longestIn(zone),
    prepare: ({ zone }) => dns.set(`www.${zone}`, 'A', ['203.0.113.9']),
  },
  {
    what: 'a CNAME to a name of 253 characters',
    code: 'invalid_cname_target',
    prepare: ({ hostname, zone }) => dns.set(hostname, 'CNAME', [longestIn(zone)]),
  },
];

describe.concurrent('a check of a zone of a stranger', () => {
  let integrators: Awaited<ReturnType<typeof newIntegrators>>;
  beforeAll(async () => {
    integrators = await newIntegrators(ODD.length);
  });

  it.each(ODD.map((odd): [string, Odd] => [odd.what, odd]))(
    'ends in time with an answer: %s',
    async (_, { code, reason, prepare, url = ({ hostname }) => hostname }) => {
      const { key, target } = integrators[0] ?? expect.fail('nobody to look');
      const place = newPlace(target);
      await prepare(place);
      const before = performance.now();
      const { status, body } = await lookAt(url(place), key);
      expect(performance.now() - before).toBeLessThan(LOOK_MS);
      expect([status, body.diagnosis?.code, body.diagnosis?.reason], JSON.stringify(body)).toEqual([200, code, reason]);
      if (code === undefined) expect(body.forecast).toBe('certificate');
      for (const { answer } of body.diagnosis?.evidence ?? [])
        expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(MAX_EVIDENCE_BYTES);
    },
  );
});

describe.concurrent('a name server that lies', () => {
  const LIAR = '192.0.2.99';
  const endpoints = nameServerEndpoints(ports);

  /** Checks a zone of the local DNS that is delegated to a faulty server of this test. */
  async function lookedAt(lie: Behaviour) {
    const place = newPlace(connection.cname_target);
    await using liar = await nameServerOnLoopback(lie);
    await dns.set(`ns.${place.zone}`, 'A', [LIAR]);
    await dns.delegate(place.zone, [`ns.${place.zone}`]);
    const openDnsReader = dnsReaders(
      {
        rootServers: ROOT_SERVERS,
        nameServers: recursiveServers(ports),
        nameServerEndpoints: { ...endpoints, [LIAR]: liar.label },
      },
      { tryMs: 300 },
    );
    const baseTarget = place.target.split('.').slice(1).join('.');
    const domain = { url: place.hostname, cname: { target: place.target }, organizationId: 'org_mine' };
    const before = performance.now();
    const seen = await lookAtCname(
      { openDnsReader, servers: { ownerOfLabel: async () => undefined }, baseTarget },
      domain,
      new Date(),
    );
    expect(performance.now() - before).toBeLessThan(LOOK_MS);
    expect(liar.queries.length).toBeGreaterThan(0);
    return seen;
  }

  const TARGET = connection.cname_target;
  const answerTo = (query: Parameters<Behaviour>[0], name?: string, flags = AUTHORITATIVE_ANSWER) => {
    const [asked] = query.questions ?? [];
    const owner = name ?? asked?.name ?? '';
    return response(query, { flags, answers: [{ type: 'CNAME', name: owner, ttl: 60, data: TARGET }] });
  };
  /** Changes some bytes of the right answer. */
  const withBytes =
    (change: (answer: Buffer) => Buffer): Behaviour =>
    (query) =>
      change(answerTo(query));

  it('is believed while its answers are true', async () => {
    expect(await lookedAt((query) => answerTo(query))).toMatchObject({ kind: 'cname-matched' });
  });

  it.each<[string, Behaviour]>([
    [
      'answers with another id',
      withBytes((answer) => {
        answer.writeUInt16BE(answer.readUInt16BE(0) ^ 1, 0);
        return answer;
      }),
    ],
    ['answers another question', (query) => answerTo({ ...query, questions: [{ type: 'A', name: 'other.test' }] })],
    [
      'answers two questions',
      (query) => answerTo({ ...query, questions: [...(query.questions ?? []), { type: 'A', name: 'a.b' }] }),
    ],
    ['sends the question back', (query) => response(query, { type: 'query' })],
    ['cuts its answer off', withBytes((answer) => answer.subarray(0, -5))],
    [
      'says over UDP that the answer is cut off, and over TCP nothing',
      (query, transport) =>
        transport === 'udp' ? response(query, { flags: AUTHORITATIVE_ANSWER | TRUNCATED_RESPONSE }) : undefined,
    ],
    [
      'says over UDP that the answer is cut off, and rubbish over TCP',
      (query, transport) =>
        transport === 'udp' ? response(query, { flags: AUTHORITATIVE_ANSWER | TRUNCATED_RESPONSE }) : Buffer.alloc(3),
    ],
    [
      'compresses a name into itself',
      withBytes((answer) => Buffer.concat([answer.subarray(0, 12), Buffer.from([0xc0, 12]), answer.subarray(14)])),
    ],
    [
      'compresses two names into each other',
      withBytes((answer) => Buffer.concat([answer.subarray(0, 12), Buffer.from([0xc0, 14, 0xc0, 12]), answer.subarray(16)])),
    ],
    ['answers rubbish', () => Buffer.from('rubbish')],
    ['answers nothing at all', () => Buffer.alloc(0)],
  ])('says nothing about the name if it %s', async (_, lie) => {
    const seen = await lookedAt(lie);
    expect(seen).toMatchObject({ kind: 'dns-unknown', reason: 'servers_silent' });
  });

  it('says nothing of this name if it answers for another one', async () => {
    const seen = await lookedAt((query) => answerTo(query, 'other.test'));
    expect(seen.kind).toBe('cname-missing');
  });

  it('is not believed for a zone for which it says it does not speak', async () => {
    expect(await lookedAt((query) => answerTo(query, undefined, 0))).toMatchObject({ reason: 'lame_servers' });
  });
});
