import { describe, expect, it } from 'vitest';
import { type Claim, claimStore } from '../../../../../lambdas/model/domains/claim.store.ts';
import type { Resolve } from '../../../../../lambdas/shared/net/resolve.ts';
import { keys } from '../../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, NOW } from '../../../a-domain.ts';
import { noSuchName, resolverKnowing, servfail } from '../../../shared/net/answers.ts';
import { clock, DOMAIN_ID, itemsUnder, table, tableHolds } from '../../api-caller.ts';
import {
  claimItem,
  claimKey,
  cnameTo,
  domainsApi,
  FOREIGN_ID,
  FOREIGN_TARGET,
  foreignDomain,
  HOSTNAME,
  type Known,
  lapsed,
  OWN_TARGET,
  places,
  proof,
  quarantined,
  showingProof,
  tableWith,
  unproven,
  validated,
} from '../a-creation.ts';

const DAY = 24 * HOUR;
const loserKey = `DOMAIN#${FOREIGN_ID}|DOMAIN`;
const gone = (ago: number) => ({ ...quarantined, goneSince: iso(-ago) });

/** The claim of a validated domain that was deleted and created again. It expires `left` ms after NOW. */
const again = (left: number) => ({ ...validated, holdsUntil: iso(left) });

async function post(claim: Partial<Claim>, known: Known = {}, domain: Record<string, unknown>[] = [foreignDomain()]) {
  const items = tableHolds(...places, claimItem(claim), ...(claim.state === 'quarantined' ? [] : domain));
  const { call, asked } = domainsApi(known);
  const answer = await call({ body: { url: HOSTNAME, server_id: 1 } });
  return { ...answer, items, asked };
}

describe("a hostname that is another organization's", () => {
  const gets = 201;
  const refused = 422;
  it.each<[string, Partial<Claim>, Known, number]>([
    ['unproven, and DNS shows nothing', unproven, {}, refused],
    ['unproven, and the CNAME passes a label of the caller', unproven, cnameTo(OWN_TARGET), gets],
    ['unproven, and the CNAME passes it on a detour', unproven, { ...cnameTo('a.net'), 'CNAME a.net': [OWN_TARGET] }, gets],
    ['unproven, and the TXT record is there', unproven, showingProof, gets],
    [
      'unproven, and the TXT record is there while the CNAME is the holder’s',
      unproven,
      { ...cnameTo(FOREIGN_TARGET), ...showingProof },
      gets,
    ],
    [
      'unproven, and the TXT record is there while CNAME fails',
      unproven,
      { [`CNAME ${HOSTNAME}`]: servfail, ...showingProof },
      gets,
    ],
    ['unproven, and the CNAME is the holder’s', unproven, cnameTo(FOREIGN_TARGET), refused],
    ['unproven, and the CNAME is at the bare base target', unproven, cnameTo('cname.service.net'), refused],
    ['unproven, and the CNAME is at a label of nobody', unproven, cnameTo('nobodys.cname.service.net'), refused],
    ['unproven, and a TXT record of another value is there', unproven, { [`TXT ${proof.name}`]: ['cps-claim=guess'] }, refused],
    ['unproven, and DNS fails', unproven, { [`CNAME ${HOSTNAME}`]: servfail, [`TXT ${proof.name}`]: servfail }, refused],
    ['lapsed', lapsed, {}, gets],
    ['validated, whatever DNS shows', validated, { ...cnameTo(OWN_TARGET), ...showingProof }, refused],
    ['in quarantine, and DNS shows nothing', quarantined, {}, refused],
    ['in quarantine, and the CNAME passes a label of the caller', quarantined, cnameTo(OWN_TARGET), gets],
    ['in quarantine, and the TXT record is there', quarantined, { ...cnameTo(FOREIGN_TARGET), ...showingProof }, gets],
    ['in quarantine, gone for less than 72 h', gone(3 * DAY - 1), {}, refused],
    ['in quarantine, gone for 72 h', gone(3 * DAY), {}, gets],
    ['in quarantine, gone for 72 h, and back', gone(3 * DAY), cnameTo(FOREIGN_TARGET), refused],
    ['validated once and unproven again, and DNS shows nothing', again(HOUR), {}, refused],
    ['validated once and unproven again, and gone for 72 h', { ...again(HOUR), goneSince: iso(-3 * DAY) }, {}, refused],
    ['validated once and unproven again, and the TXT record is there', again(HOUR), showingProof, gets],
    ['validated once and lapsed, and DNS shows nothing', again(0), {}, refused],
    ['validated once and lapsed, and the CNAME is the holder’s', again(0), cnameTo(FOREIGN_TARGET), refused],
    ['validated once and lapsed, and the CNAME passes a label of the caller', again(0), cnameTo(OWN_TARGET), gets],
    ['validated once and lapsed, and gone for 72 h', { ...again(0), goneSince: iso(-3 * DAY) }, {}, gets],
  ])('can be taken or not: %s', async (_, claim, known, status) => {
    const answer = await post(claim, known);
    expect(answer.status).toBe(status);
    const holder =
      status === gets ? { organizationId: 'org_A', domainId: DOMAIN_ID, state: 'held', holdsUntil: iso(DAY) } : claimItem(claim);
    expect(answer.items.get(claimKey)).toMatchObject(holder.organizationId === 'org_A' ? holder : { organizationId: 'org_B' });
    expect(answer.items.has(`DOMAIN#${DOMAIN_ID}|DOMAIN`)).toBe(status === gets);
  });

  it.each([unproven, validated])('does not change for a caller who is refused: %j', async (claim) => {
    expect((await post(claim)).items.get(claimKey)).toEqual(claimItem(claim));
  });

  it('is looked for in DNS only where that decides, or says why it is refused', async () => {
    expect((await post(unproven)).asked).toHaveLength(2);
    expect((await post(quarantined)).asked).toHaveLength(2);
    expect((await post(validated)).asked).toHaveLength(2);
    expect((await post(lapsed)).asked).toEqual([]);
  });

  it('whoever does not get a hostname gets the same 422, byte for byte, whether it is held, unproven or in quarantine, and nothing of the holder', async () => {
    const bodies: string[] = [];
    for (const claim of [validated, unproven, quarantined, gone(DAY), again(HOUR), again(0)])
      bodies.push(JSON.stringify((await post(claim)).json));
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '').error.details).toEqual({
      errors: { url: ['is not available; to prove that it is yours, publish this record'] },
      claim: { type: 'TXT', name: `_cps-claim.${HOSTNAME}`, value: expect.stringMatching(/^cps-claim=[\w-]{43}$/) },
    });
    expect(bodies[0]).not.toMatch(/org_B|99/);
  });
});

describe('the domain that loses its hostname', () => {
  it.each<[string, Partial<Claim>, Known, 'awaiting-dns' | 'failed']>([
    ['to a proof', unproven, showingProof, 'awaiting-dns'],
    ['after its window', lapsed, {}, 'failed'],
    ['after its window and a quarantine', { ...again(0), goneSince: iso(-3 * DAY) }, {}, 'failed'],
  ])('%s stays in the list, in error, and its execution has nothing more to write', async (_, claim, known, phase) => {
    const { items } = await post(claim, known, [foreignDomain(phase)]);
    expect(items.get(loserKey)).toMatchObject({
      phase: 'failed',
      claimLost: true,
      execution: { attempt: 2 },
      version: 2,
      listed: { dnsStatus: 'error', conditions: { failure: { found: { code: 'hostname_claimed' } } } },
    });
    expect(itemsUnder(items, `DOMAIN#${FOREIGN_ID}`).map(({ what }) => what)).toContain('domain.claim_lost');
  });

  it('is named in domain.validation_failed to its organization, in the transaction of the new domain', async () => {
    const { items } = await post(unproven, showingProof);
    const events = itemsUnder(items, 'OUTBOX#').map(({ organizationId, event, kind }) => [organizationId, event ?? kind]);
    expect(events).toEqual([
      ['org_A', 'domain.created'],
      ['org_A', 'execution'],
      ['org_B', 'domain.validation_failed'],
    ]);
  });

  it('is named to nobody if it is deleted already', async () => {
    expect((await post(unproven, showingProof, [])).status).toBe(201);
  });
});

describe('a quarantine', () => {
  it.each<[string, Known, object]>([
    ['the CNAME is absent', {}, { goneSince: NOW.toISOString() }],
    ['the name does not exist', { [`CNAME ${HOSTNAME}`]: noSuchName }, { goneSince: NOW.toISOString() }],
    ['the CNAME leads elsewhere', cnameTo('elsewhere.net'), { goneSince: NOW.toISOString() }],
  ])('counts from a check of which %s', async (_, known, remembered) => {
    expect((await post(quarantined, known)).items.get(claimKey)).toMatchObject(remembered);
  });

  it.each<[string, Known]>([
    ['DNS fails', { [`CNAME ${HOSTNAME}`]: servfail }],
    ['the CNAME leads to the former holder', cnameTo(FOREIGN_TARGET)],
    ['the CNAME leads to the bare base target', cnameTo('cname.service.net')],
  ])('does not count while %s', async (_, known) => {
    expect((await post(quarantined, known)).items.get(claimKey)).not.toHaveProperty('goneSince');
  });

  it('starts to count again after the CNAME was seen once more', async () => {
    expect((await post(gone(DAY), cnameTo(FOREIGN_TARGET))).items.get(claimKey)).not.toHaveProperty('goneSince');
  });

  it('keeps counting from the first check', async () => {
    expect((await post(gone(DAY))).items.get(claimKey)).toMatchObject({ goneSince: iso(-DAY) });
    expect((await post(gone(DAY), { [`CNAME ${HOSTNAME}`]: servfail })).items.get(claimKey)).toMatchObject({
      goneSince: iso(-DAY),
    });
  });

  it('does not hold for the organization itself', async () => {
    const { status, asked } = await post({ ...quarantined, organizationId: 'org_A' });
    expect([status, asked]).toEqual([201, []]);
  });

  it('is not ended by its own organization, which creates the name again and deletes it', async () => {
    const ours = { ...quarantined, organizationId: 'org_A', goneSince: iso(-DAY) };
    const { items } = await post(ours);
    expect(items.get(claimKey)).toEqual(claimItem({ ...again(DAY), organizationId: 'org_A', domainId: DOMAIN_ID }));
    expect((await domainsApi().call({ method: 'DELETE', path: `/api/domains/${DOMAIN_ID}` })).status).toBe(200);
    expect(items.get(claimKey)).toEqual(claimItem({ ...quarantined, organizationId: 'org_A', domainId: DOMAIN_ID }));
  });

  it('counts, from a check, for a name that was created again and has lapsed', async () => {
    expect((await post(again(0))).items.get(claimKey)).toMatchObject({ goneSince: NOW.toISOString() });
    expect((await post(again(HOUR))).items.get(claimKey)).not.toHaveProperty('goneSince');
  });
});

describe('one POST', () => {
  it('is all that a squatter costs, however the claim changes hands meanwhile', async () => {
    const items = tableHolds(...places, claimItem(unproven), foreignDomain());
    let tried = 0;
    const create = (_: string, write: () => Promise<void>) => {
      tried += 1;
      // The squatter retries just before the second write; the first write has failed on the claim.
      if (tried === 2) items.set(claimKey, claimItem({ holdsUntil: iso(5 * HOUR) }));
      return write();
    };
    const { call, asked } = domainsApi(showingProof, { table: tableWith({ create }) });
    const { status } = await call({ body: { url: HOSTNAME, server_id: 1 } });
    expect(status).toBe(201);
    expect(asked).toHaveLength(2);
    expect(items.get(claimKey)).toMatchObject({ organizationId: 'org_A', domainId: DOMAIN_ID });
    expect(items.get(loserKey)).toMatchObject({ claimLost: true });
  });

  it('of two POSTs at once for a name that has lapsed one gets it, and the other gets the 422', async () => {
    const items = tableHolds(...places, claimItem(lapsed), foreignDomain('failed'));
    let id = 1000;
    const { call } = domainsApi({}, { newResourceId: () => (id += 1) });
    const answers = await Promise.all([1, 2].map(() => call({ body: { url: HOSTNAME, server_id: 1 } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(itemsUnder(items, 'DOMAIN#').filter(({ sk, pk }) => sk === 'DOMAIN' && pk !== `DOMAIN#${FOREIGN_ID}`)).toHaveLength(1);
  });

  it('a POST never takes a hostname from a domain that is validated at the same moment', async () => {
    const items = tableHolds(...places, claimItem(unproven), foreignDomain());
    const knows = resolverKnowing(showingProof);
    const resolve: Resolve = async (...asked) => {
      const seen = await knows(...asked);
      items.set(claimKey, claimItem(validated));
      return seen;
    };
    const { call } = domainsApi({}, { resolveWithin: () => resolve });
    const { status } = await call({ body: { url: HOSTNAME, server_id: 1 } });
    expect(status).toBe(422);
    expect(items.get(claimKey)).toMatchObject({ organizationId: 'org_B' });
    expect(items.get(loserKey)).not.toHaveProperty('claimLost');
  });
});

describe('a claim', () => {
  const claims = claimStore(table);
  const own = aDomain('awaiting-dns');
  const ownClaim = (more: Partial<Claim> = {}) => claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, ...more });
  const newer = claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID + 1, ...unproven });

  it.each([
    ["another organization's", claimItem(unproven)],
    ["another domain's", newer],
    ['in quarantine', ownClaim(quarantined)],
  ])('that is %s is not validated', async (_, item) => {
    const items = tableHolds(item);
    await expect(table.transact([claims.validatedWrite(own, NOW)])).rejects.toThrow();
    expect(items.get(claimKey)).toEqual(item);
  });

  it('whose name was validated once is never ended by a caller who did not look at it', async () => {
    const items = tableHolds(ownClaim(again(HOUR)));
    await expect(table.transact([claims.releaseWrite(own)])).rejects.toThrow();
    expect(items.get(claimKey)).toEqual(ownClaim(again(HOUR)));
  });

  it('that its organization takes again stays validated once, but not for another organization', async () => {
    const before = ownClaim({ ...again(0), goneSince: iso(-HOUR) });
    const items = tableHolds(before);
    await table.transact([claims.takeWrite({ ...own, dnsDeadlineAt: iso(DAY) }, await claims.get(HOSTNAME, 'org_A'))]);
    expect(items.get(claimKey)).toEqual(ownClaim(again(DAY)));
    items.set(claimKey, claimItem(again(0)));
    await table.transact([claims.takeWrite({ ...own, dnsDeadlineAt: iso(DAY) }, await claims.get(HOSTNAME, 'org_A'))]);
    expect(items.get(claimKey)).toEqual(ownClaim({ holdsUntil: iso(DAY) }));
  });

  it.each([false, true])(
    'of a newer domain of the same name is not changed by the old one, once validated: %s',
    async (everValidated) => {
      const items = tableHolds(newer);
      await expect(table.transact([claims.releaseWrite({ ...own, cname: { ...own.cname, everValidated } })])).rejects.toThrow();
      expect(items.get(claimKey)).toEqual(newer);
    },
  );

  it('that newer code has written is read with the fields that older code does not know', async () => {
    tableHolds({ ...claimItem(), colour: 'red' });
    expect(await claims.get(HOSTNAME, 'org_A')).toMatchObject({ colour: 'red' });
    tableHolds({ ...keys.claim(HOSTNAME), state: 'unheard-of' });
    await expect(claims.get(HOSTNAME, 'org_A')).rejects.toThrow();
  });
});

it('a clock at the end of the window decides to the millisecond', async () => {
  clock.now = NOW;
  expect((await post({ holdsUntil: iso(1) })).status).toBe(422);
  expect((await post({ holdsUntil: iso(0) })).status).toBe(201);
});
