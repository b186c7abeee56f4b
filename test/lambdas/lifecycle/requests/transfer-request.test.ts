import { describe, expect, it } from 'vitest';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain, Transfer } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { NetEdges } from '../../../../lambdas/wiring/edges.ts';
import { aDomain, HOUR, iso, later, NOW } from '../../a-domain.ts';
import { clock, DOMAIN_ID, domains, itemOf, itemsUnder, meanwhile, tableHolds } from '../../api/api-caller.ts';
import {
  claimItem,
  claimKey,
  cnameTo,
  domainsApi,
  FOREIGN_ID,
  FOREIGN_TARGET,
  HOSTNAME,
  type Known,
  OWN_TARGET,
  places,
  showingProof,
  tableWith,
  validated,
} from '../../api/domains/a-creation.ts';

const NOTICE = 72 * HOUR;
const DAY = 24 * HOUR;
const holderKey = `DOMAIN#${FOREIGN_ID}|DOMAIN`;
const heldHere: Known = { ...cnameTo(FOREIGN_TARGET), ...showingProof };

/** A transfer that the caller requested this many milliseconds ago. */
const asked = (ago: number, changes: Partial<Transfer> = {}): Transfer => ({
  organizationId: 'org_A',
  requestedAt: iso(-ago),
  until: iso(NOTICE - ago),
  endsAt: iso(NOTICE + 30 * DAY - ago),
  ...changes,
});

const holderWith = (transfer?: Transfer) =>
  aDomain('active', {
    id: FOREIGN_ID,
    organizationId: 'org_B',
    cname: { target: FOREIGN_TARGET },
    ...(transfer && { transfer }),
  });

function world(holder: Domain = holderWith(), known: Known = heldHere) {
  const items = tableHolds(...places, claimItem(validated), itemOf(holder));
  let id = DOMAIN_ID;
  const api = (changes: Partial<NetEdges> = {}, remainingMs?: number) =>
    domainsApi(known, { newResourceId: () => id++, ...changes }, remainingMs).call;
  const call = api();
  const post = () => call({ body: { url: HOSTNAME, server_id: 1 } });
  const holderNow = () => domainOf(items.get(holderKey) ?? {});
  const audited = () =>
    itemsUnder(items, 'AUDIT#').map(({ organizationId, action, actor }) => [
      organizationId,
      action,
      (actor as { type: string }).type,
    ]);
  const events = () =>
    itemsUnder(items, 'OUTBOX#')
      .filter(({ kind }) => kind === 'event')
      .map(({ organizationId, event }) => [organizationId, event]);
  return { items, api, call, post, holderNow, audited, events };
}

describe('a hostname that another organization serves, asked for with its TXT record', () => {
  it('stays there for 72 hours: the 422 says until when, and the holder is notified in one event', async () => {
    const { post, holderNow, events, items } = world();
    const { status, json } = await post();
    expect([status, json.error.details]).toEqual([
      422,
      {
        errors: { url: [expect.stringMatching(/^is proven to be yours, but another account serves it, and has been notified/)] },
        transfer: { state: 'requested', requested_at: NOW.toISOString(), until: iso(NOTICE), ends_at: iso(NOTICE + 30 * DAY) },
      },
    ]);
    expect(events()).toEqual([['org_B', 'domain.transfer_requested']]);
    expect(holderNow()).toMatchObject({ phase: 'active', transfer: { organizationId: 'org_A', until: iso(NOTICE) } });
    expect(items.get(claimKey)).toEqual(claimItem(validated));
  });

  it('is audited for both, and neither learns who the other is', async () => {
    const { post, audited, items } = world();
    const { text } = await post();
    expect(audited().toSorted()).toEqual([
      ['org_A', 'domain.transfer_requested', 'api_key'],
      ['org_B', 'domain.transfer_requested', 'service'],
    ]);
    expect(text).not.toMatch(/org_B|99/);
    const [event] = itemsUnder(items, 'OUTBOX#').filter(({ kind }) => kind === 'event');
    expect(event?.body).not.toMatch(/org_A/);
    expect(JSON.parse(String(event?.body)).data.domain.transfer).toEqual({
      state: 'requested',
      requested_at: NOW.toISOString(),
      until: iso(NOTICE),
      ends_at: iso(NOTICE + 30 * DAY),
    });
    const ofHolder = itemsUnder(items, 'AUDIT#').filter(({ organizationId }) => organizationId === 'org_B');
    expect(JSON.stringify(ofHolder)).not.toMatch(/org_A|192\.0\.2\.1|cps_pk/);
  });

  it('is asked for once, however often the request is repeated', async () => {
    const { post, events, audited } = world();
    const answers = [await post(), await post()];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(events()).toHaveLength(1);
    expect(audited()).toHaveLength(2);
  });

  it('begins its notice once where two requests meet', async () => {
    const { items, post, events } = world();
    meanwhile(() => items.set(holderKey, { ...domainItem({ ...holderWith(asked(0)), version: 2 }) }));
    expect((await post()).json.error.details.transfer).toEqual({
      state: 'requested',
      requested_at: iso(0),
      until: iso(NOTICE),
      ends_at: iso(NOTICE + 30 * DAY),
    });
    expect(events()).toEqual([]);
  });

  it.each<[string, Known]>([
    ['nothing', {}],
    ['a CNAME to a label of the caller, which is no TXT record', cnameTo(OWN_TARGET)],
  ])('is answered to whoever shows %s as if nobody had asked, byte for byte', async (_, known) => {
    const unasked = await world(holderWith(), known).post();
    for (const transfer of [asked(HOUR), asked(NOTICE), asked(0, { organizationId: 'org_C' })]) {
      const { post, holderNow, events } = world(holderWith(transfer), known);
      expect((await post()).text).toBe(unasked.text);
      expect(holderNow().transfer).toEqual(transfer);
      expect(events()).toEqual([]);
    }
    expect(unasked.json.error.details.claim).toMatchObject({ type: 'TXT' });
  });

  it.each<[string, Transfer, string | undefined]>([
    ['a millisecond before the end', asked(NOTICE - 1), 'requested'],
    ['after a refusal', asked(NOTICE, { refused: { at: iso(-HOUR), reason: 'contract_runs' } }), 'refused'],
    ['a day after another organization asked, with a notice of its own', asked(DAY, { organizationId: 'org_C' }), 'requested'],
    ['within the day in which another asked', asked(DAY - 1, { organizationId: 'org_C' }), undefined],
    ['30 days after the notice, with another', asked(NOTICE + 30 * DAY), 'requested'],
    [
      '30 days after the notice that was refused, with another',
      asked(NOTICE + 30 * DAY, { refused: { at: iso(0), reason: 'contract_runs' } }),
      'requested',
    ],
  ])('stays where it is %s', async (_, transfer, state) => {
    const { post, items } = world(holderWith(transfer));
    const { status, json } = await post();
    expect([status, json.error.details.transfer?.state]).toEqual([422, state]);
    expect(JSON.stringify(json)).not.toMatch(/org_[BC]/);
    expect(items.get(claimKey)).toEqual(claimItem(validated));
  });
});

describe('the refusal of a transfer', () => {
  const patch = (body: object, transfer?: Transfer) => {
    const items = tableHolds(...places, itemOf(aDomain('active', transfer ? { transfer } : {})));
    return { items, answer: domainsApi().call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body }) };
  };
  const fromB = asked(HOUR, { organizationId: 'org_B' });

  it('is a field of the holder’s PATCH, and audited', async () => {
    const { items, answer } = patch({ refuse_transfer: 'owner_disagrees' }, fromB);
    const { status, json, text } = await answer;
    expect([status, json.transfer]).toEqual([
      200,
      {
        state: 'refused',
        requested_at: iso(-HOUR),
        until: iso(NOTICE - HOUR),
        ends_at: iso(NOTICE + 30 * DAY - HOUR),
        refused_at: iso(0),
        reason: 'owner_disagrees',
      },
    ]);
    expect(text).not.toMatch(/org_B/);
    expect(itemsUnder(items, 'AUDIT#').map(({ action, after }) => [action, after])).toEqual([
      ['domain.transfer_refused', { refuse_transfer: 'owner_disagrees' }],
    ]);
  });

  it('is told to the other organization by its code, and nothing moves', async () => {
    const { post, events } = world(holderWith(asked(NOTICE, { refused: { at: iso(-HOUR), reason: 'zone_compromised' } })));
    const { json } = await post();
    expect(json.error.details).toEqual({
      errors: { url: [expect.stringMatching(/has refused to let it go/)] },
      transfer: {
        state: 'refused',
        requested_at: iso(-NOTICE),
        until: iso(0),
        ends_at: iso(30 * DAY),
        refused_at: iso(-HOUR),
        reason: 'zone_compromised',
      },
    });
    expect(events()).toEqual([]);
  });

  it('is itself refused where nobody asks for the hostname', async () => {
    expect(await patch({ refuse_transfer: 'contract_runs' }).answer).toMatchObject({
      status: 422,
      json: { error: { details: { errors: { refuse_transfer: [expect.stringContaining('no other organization asks')] } } } },
    });
  });

  it.each(['requested', 'refused'])('is refused as if nobody had asked once what was %s is over', async (state) => {
    const refusal = { refused: { at: iso(-DAY), reason: 'contract_runs' as const } };
    const ended = asked(NOTICE + 30 * DAY, { organizationId: 'org_B', ...(state === 'refused' && refusal) });
    const refused = await patch({ refuse_transfer: 'contract_runs' }, ended).answer;
    expect([refused.status, refused.json]).toEqual([422, (await patch({ refuse_transfer: 'contract_runs' }).answer).json]);
  });

  it('has no words of its own', async () => {
    expect((await patch({ refuse_transfer: 'because' }, fromB).answer).status).toBe(422);
  });
});

describe('72 hours later, the same request', () => {
  const over = asked(NOTICE);

  function expectBothToldOnce({ events, audited }: Pick<ReturnType<typeof world>, 'events' | 'audited'>) {
    expect(events().toSorted()).toEqual([
      ['org_A', 'domain.created'],
      ['org_B', 'domain.deleted'],
      ['org_B', 'domain.transferred'],
    ]);
    expect(audited().toSorted()).toEqual([
      ['org_A', 'domain.created', 'api_key'],
      ['org_B', 'domain.transferred', 'service'],
    ]);
  }

  it('takes the hostname for good, and the former domain is on its way out, in one transaction', async () => {
    const { post, items, holderNow, events, audited } = world(holderWith(over));
    const { status, text } = await post();
    expect(status).toBe(201);
    expect(text).not.toMatch(/org_B|\b99\b|transfer/);
    expect(items.get(claimKey)).toEqual(claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, validatedAt: iso(0) }));
    expect(holderNow()).toMatchObject({
      phase: 'removing',
      sslStatus: 'active',
      retireFrom: [1],
      transfer: { completedAt: iso(0) },
      execution: { attempt: 2 },
    });
    expectBothToldOnce({ events, audited });
    const use = itemsUnder(items, 'OUTBOX#').filter((entry) => entry.organizationId === 'org_B' && entry.use);
    expect(use).toHaveLength(1);
  });

  it('looks at the record again: without it nothing moves', async () => {
    const { post, items } = world(holderWith(over), cnameTo(FOREIGN_TARGET));
    expect((await post()).status).toBe(422);
    expect(items.get(claimKey)).toEqual(claimItem(validated));
  });

  it('sent twice makes one domain', async () => {
    const { post, items, events } = world(holderWith(over));
    await post();
    const again = await post();
    expect([again.status, again.json.error.details.existing_domain_id]).toEqual([422, DOMAIN_ID]);
    expect(events()).toHaveLength(3);
    expect(items.get(claimKey)).toMatchObject({ organizationId: 'org_A' });
  });

  it('that meets a refusal at the same moment takes nothing', async () => {
    const { post, items, holderNow } = world(holderWith(over));
    const refused = { ...over, refused: { at: iso(0), reason: 'owner_disagrees' as const } };
    meanwhile(() => items.set(holderKey, domainItem({ ...holderWith(refused), version: 2 })));
    meanwhile(() => {});
    const { status, json } = await post();
    expect([status, json.error.details.transfer.state]).toEqual([422, 'refused']);
    expect(holderNow().phase).toBe('active');
    expect(items.get(claimKey)).toEqual(claimItem(validated));
  });

  it.each<[string, { isWritten: boolean; isKilled: boolean }]>([
    ['before its transaction', { isWritten: false, isKilled: true }],
    ['after its transaction', { isWritten: true, isKilled: true }],
  ])('whose process is killed %s gets the hostname by its repeat, once', async (_, fate) => {
    const taken = await takenAtRisk(fate);
    expect([taken.first.status, taken.holderNow().phase]).toEqual([503, fate.isWritten ? 'removing' : 'active']);
    await expectTakenOnce(taken);
  });

  it.each<[string, { isWritten: boolean; isKilled: boolean }, number]>([
    ['the answer to its transaction', { isWritten: true, isKilled: false }, 201],
    ['its transaction, which does not come to the table,', { isWritten: false, isKilled: false }, 500],
  ])('that loses %s gets the hostname, once', async (_, fate, status) => {
    const taken = await takenAtRisk(fate);
    expect(taken.first.status).toBe(status);
    await expectTakenOnce(taken);
  });

  /** The second write takes the name: the first one fails on the claim. */
  async function takenAtRisk({ isWritten, isKilled }: { isWritten: boolean; isKilled: boolean }) {
    const { api, items, ...rest } = world(holderWith(over));
    let writes = 0;
    const create = async (_: string, write: () => Promise<void>) => {
      writes += 1;
      const isHit = writes === 2;
      if (!isHit || isWritten) await write();
      if (isHit && isKilled) await new Promise(() => {});
      if (isHit) throw new Error('socket hang up');
    };
    const request = { body: { url: HOSTNAME, server_id: 1 }, headers: { 'idempotency-key': 'take' } };
    const first = await api({ table: tableWith({ create }) }, 3_010)(request);
    const repeat = () => api()(request);
    return { ...rest, items, first, repeat };
  }

  async function expectTakenOnce({ repeat, items, holderNow, events, audited }: Awaited<ReturnType<typeof takenAtRisk>>) {
    const answers = [await repeat(), await repeat()];
    const [taken] = answers;
    expect(answers.map(({ status, json }) => [status, json.id])).toEqual([1, 2].map(() => [201, taken?.json.id]));
    expect(items.get(claimKey)).toMatchObject({ organizationId: 'org_A', domainId: taken?.json.id, state: 'held' });
    expect(itemsUnder(items, 'DOMAIN#').filter(({ sk }) => sk === 'DOMAIN')).toHaveLength(2);
    expect(holderNow()).toMatchObject({ phase: 'removing', execution: { attempt: 2 }, transfer: { completedAt: iso(0) } });
    expectBothToldOnce({ events, audited });
  }

  it('is none where the holder has deleted its domain: the record takes the name from quarantine', async () => {
    const { post, items } = world(holderWith(over));
    items.set(claimKey, claimItem({ ...validated, state: 'quarantined' }));
    items.delete(holderKey);
    expect((await post()).status).toBe(201);
  });
});

describe('a hostname that was handed over', () => {
  /** A request by the former holder, to whose label the CNAME still points. */
  function fromTheOtherSide(known: Known) {
    const handed = { organizationId: 'org_B', domainId: FOREIGN_ID, validatedAt: iso(-HOUR) };
    const theirs = aDomain('awaiting-dns', { id: FOREIGN_ID, organizationId: 'org_B', cname: { target: FOREIGN_TARGET } });
    tableHolds(...places, claimItem(handed), itemOf(theirs));
    return domainsApi(known).call({ body: { url: HOSTNAME, server_id: 1 } });
  }

  it('is not taken back by a CNAME that leads to the former holder still', async () => {
    const { status, json } = await fromTheOtherSide(cnameTo(OWN_TARGET));
    expect([status, json.error.details.claim?.type]).toEqual([422, 'TXT']);
  });

  it('stays with who took it, for good, where that one starts over after its DNS window', async () => {
    const mine = aDomain('failed', { dnsStatus: 'error' });
    const items = tableHolds(
      ...places,
      claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, validatedAt: iso(-HOUR) }),
      itemOf(mine),
    );
    expect((await domainsApi().call({ path: `/api/domains/${DOMAIN_ID}/retry` })).status).toBe(200);
    expect(items.get(claimKey)).not.toHaveProperty('holdsUntil');
  });

  it('goes into quarantine where who took it deletes it before it was ever served', async () => {
    const { call, post, items } = world(holderWith(asked(NOTICE)));
    await post();
    clock.now = later(HOUR);
    expect((await call({ method: 'DELETE', path: `/api/domains/${DOMAIN_ID}` })).status).toBe(200);
    expect(items.get(claimKey)).toMatchObject({ state: 'quarantined', organizationId: 'org_A' });
  });
});

describe('a request for a hostname that nobody came back to', () => {
  const readers = (transfer: Transfer) => {
    const items = tableHolds(...places, itemOf(aDomain('active', { transfer, updatedAt: iso(-DAY) })));
    const { call } = domainsApi();
    return { items, get: (path: string) => call({ method: 'GET', path }) };
  };

  it.each([
    ['until its end', NOTICE + 30 * DAY - 1, true],
    ['no longer than that', NOTICE + 30 * DAY, false],
  ])('is shown to the holder %s, by GET, in lists and in events', async (_, ago, isShown) => {
    const { get, items } = readers(asked(ago, { organizationId: 'org_B' }));
    const one = await get(`/api/domains/${DOMAIN_ID}`);
    const { json } = await get('/api/domains');
    expect([one.status, 'transfer' in one.json, 'transfer' in json.data[0]]).toEqual([200, isShown, isShown]);
    const before = domainOf(items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`) ?? {});
    const change = { timeline: 'domain.updated', events: ['domain.updated' as const] };
    await domains.replace(before, { ...before, updatedAt: iso(0) }, change);
    const [event] = itemsUnder(items, 'OUTBOX#').filter(({ kind }) => kind === 'event');
    expect('transfer' in JSON.parse(String(event?.body)).data.domain).toBe(isShown);
  });
});
