/** @module-tag waits */

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SERVERS } from '../../../local/name-servers/dns-state.ts';
import type { Place, Situation } from '../../situations/situation.ts';
import { SITUATIONS } from '../../situations/situations.ts';
import { bareServer, dns } from '../cloud.ts';
import { lookAt, newIntegrators, newPlace } from './dns-checks.ts';

/** Delegations have a TTL of 5 s in the local DNS, which delays changes at the parent. */
const SEEN_WITHIN = { timeout: 20_000, interval: 2_500 };
/** A zone whose servers were all silent is queried again after a minute (lambdas/dns/walk/known-zones.ts). */
const ASKED_AGAIN_WITHIN = { timeout: 90_000, interval: 10_000 };
const seenWithin = ({ reason }: Situation) => (reason === 'servers_silent' ? ASKED_AGAIN_WITHIN : SEEN_WITHIN);
/** One per state, and repetitions where a state shows late. */
const CHECKS_EACH = 7;

let integrators: Awaited<ReturnType<typeof newIntegrators>>;
beforeAll(async () => {
  integrators = await newIntegrators(SITUATIONS.length * CHECKS_EACH);
});

describe.concurrent('a situation of docs/reference/diagnosis.md', () => {
  it.each(SITUATIONS.map((situation, at): [string, Situation, number] => [situation.what, situation, at]))(
    'is reported as it says there, and so is its end and its return: %s',
    async (_, situation, at) => {
      const { key, target } = integrators[at % integrators.length] ?? expect.fail('nobody to look');
      const bare = situation.hasBareTarget && (await bareServer(key));
      const place = newPlace(bare ? bare.cname_target : target);
      const look = async () => {
        const { status, body } = await lookAt(place.hostname, key, bare ? bare.id : undefined);
        expect(status, JSON.stringify(body)).toBe(200);
        return body;
      };
      await situation.prepare(dns, place);
      expectTold(await look(), situation);
      await setRight(place);
      await vi.waitFor(async () => expect(await look()).toMatchObject({ forecast: 'certificate' }), seenWithin(situation));
      await dns.delete(place.hostname);
      await situation.prepare(dns, place);
      await vi.waitFor(async () => expectTold(await look(), situation), seenWithin(situation));
    },
  );
});

function expectTold(body: Awaited<ReturnType<typeof lookAt>>['body'], { code, reason }: Situation): void {
  expect([body.diagnosis?.code, body.diagnosis?.reason], JSON.stringify(body.diagnosis)).toEqual([code, reason]);
  if (code === undefined) expect(body.forecast).toBe('certificate');
  else expect(body.diagnosis?.evidence.length, JSON.stringify(body.diagnosis)).toBeGreaterThan(0);
}

/** Undoes any situation. */
async function setRight({ zone, hostname, target }: Place): Promise<void> {
  await dns.delegate(zone, DEFAULT_SERVERS);
  await dns.sign(zone, 'not');
  for (const name of [zone, `*.${zone}`, `${hostname}.${zone}`, hostname]) await dns.delete(name);
  await dns.delete(target, 'CAA');
  await dns.set(hostname, 'CNAME', [target]);
}
