import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { proofStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import { LabelRecords } from '../../../lambdas/model/servers/label-records.schema.ts';
import { addressWrites } from '../../../lambdas/model/servers/server.store.ts';
import type { HostedZone, SendResult } from '../../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import { LOCK_SECONDS, zonePublisher } from '../../../lambdas/route53-publisher/publish-zone.ts';
import { countFittingChanges, type RecordChange, TTL_SECONDS } from '../../../lambdas/route53-publisher/record-sets.ts';
import type { QueueMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openZone } from '../../../lambdas/wiring/zone.wiring.ts';
import { NOW } from '../a-domain.ts';
import { dynamo, edgesWith, log, table } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { settings } from '../settings.ts';

const BASE = 'cname.service.net';
const ZONE = 'validation.cname.service.net';
const caaOf = (ca: string) => [`0 issue "${ca}; validationmethods=http-01,dns-01,dns-persist-01"`];
const CAA = caaOf('ca.example');

/** A Route 53 zone: its records, and whether its last change is in sync. */
function aZone(id = 'Z1') {
  const sets = new Map<string, readonly string[]>();
  const ttls = new Map<string, number>();
  const batches: RecordChange[][] = [];
  let replacements = 0;
  let isInSync = true;
  let refuses: (change: RecordChange) => string | undefined = () => undefined;
  const answers: SendResult[] = [];
  const zone: HostedZone = {
    id,
    change: async (changes) => {
      batches.push([...changes]);
      const [answer] = answers.splice(0, 1);
      if (answer) return answer;
      const conflict = ({ action, set }: RecordChange) => {
        const key = `${set.name} ${set.type}`;
        const { ttl = TTL_SECONDS } = set;
        if (action === 'DELETE')
          return sets.get(key)?.join() === set.values.join() && ttls.get(key) === ttl ? undefined : 'not found';
        const other = set.type === 'CNAME' ? ['A', 'AAAA', 'CAA'] : ['CNAME'];
        const isLeft = (type: string) =>
          sets.has(`${set.name} ${type}`) &&
          !changes.some((one) => one.action === 'DELETE' && one.set.name === set.name && one.set.type === type);
        return other.some(isLeft) ? 'a conflicting RRSet' : undefined;
      };
      const reason = changes.map((each) => refuses(each) ?? conflict(each)).find((each) => each !== undefined);
      if (reason !== undefined) return { kind: 'refused', reason };
      for (const { action, set } of changes) {
        if (action === 'DELETE') sets.delete(`${set.name} ${set.type}`);
        else sets.set(`${set.name} ${set.type}`, set.values);
        ttls.set(`${set.name} ${set.type}`, set.ttl ?? TTL_SECONDS);
      }
      return { kind: 'sent', changeId: `C${batches.length}` };
    },
    replace: async (name, wanted) => {
      replacements += 1;
      const reason = wanted.map((set) => refuses({ action: 'UPSERT', set })).find((each) => each !== undefined);
      if (reason !== undefined) return { kind: 'refused', reason };
      for (const key of sets.keys()) if (key.startsWith(`${name} `)) sets.delete(key);
      for (const set of wanted) {
        sets.set(`${set.name} ${set.type}`, set.values);
        ttls.set(`${set.name} ${set.type}`, set.ttl ?? TTL_SECONDS);
      }
      return { kind: 'sent', changeId: `R${batches.length}` };
    },
    progress: async () => (isInSync ? 'in-sync' : 'under-way'),
  };
  return {
    zone,
    sets,
    ttls,
    batches,
    writes: () => batches.length + replacements,
    answersOnce: (answer: SendResult) => answers.push(answer),
    setInSync: (value: boolean) => {
      isInSync = value;
    },
    setRefuses: (value: typeof refuses) => {
      refuses = value;
    },
  };
}

let now: Date;
let route53: ReturnType<typeof aZone>;
/** Whether the zone's name servers answer with the records in Route 53. */
let isServed: boolean;
let ca: string;
let held: Map<string, Record<string, unknown>>;
const send = vi.fn(async (_: readonly QueueMessage[]) => []);
/** The delays of the sent messages, in seconds. */
const wakes = () => send.mock.calls.flatMap(([messages]) => messages.map(({ delaySeconds }) => delaySeconds));

/** A new process for this zone. */
function openAt(hostedZone: HostedZone, restoreEpoch = 0) {
  const edges = edgesWith({
    clock: () => now,
    settings: { ...settings, baseTarget: BASE, validationZone: ZONE, restoreEpoch },
    caaIdentitiesOf: () => async () => [ca],
    askEveryServer: async (name, type) => {
      const given = isServed ? route53.sets.get(`${name.replace(/^any[.]/, '*.')} ${type}`) : undefined;
      const records = (given ?? []).map((value) => ({ type, name, ttl: TTL_SECONDS, value }));
      return [{ server: 'ns1.service.net', type, said: 'records', records }];
    },
    zoneQueue: { send },
    hostedZone,
    defaultAddresses: ['198.51.100.7'],
  });
  const ports = openZone(openRows(edges));
  return { ...ports, publish: zonePublisher(ports) };
}
let process: ReturnType<typeof openAt>;
const publish = () => process.publish();
/** Publishes to the same zone, with some calls replaced. */
const publishWith = (calls: Partial<HostedZone>) => openAt({ ...route53.zone, ...calls }).publish();

beforeEach(() => {
  now = NOW;
  route53 = aZone();
  isServed = true;
  ca = 'ca.example';
  held = holdItems(
    dynamo,
    [1, 2].map((id) => ({ ...keys.domain(id), phase: 'authorizing' })),
  ).items;
  send.mockClear();
  log.mockClear();
  process = openAt(route53.zone);
});

const server = (id: number) => ({ organizationId: 'org_A', id, label: `label${id}` });
async function pointTo(id: number, addresses: string[]): Promise<void> {
  await table.transact(addressWrites(table, server(id), addresses, { id: `aud_${id}`, createdAt: now.toISOString() }));
}
const row = (id: number) => LabelRecords.parse(held.get(keyOf(id)));
const keyOf = (id: number) => Object.values(keys.labelRecords(`label${id}`)).join('|');
const later = (seconds: number) => {
  now = new Date(addSeconds(now, seconds));
};
/** Publishes until no message is sent. */
async function settleAll(): Promise<void> {
  for (let runs = 0; runs < 10; runs += 1) {
    send.mockClear();
    later(5);
    await publish();
    if (send.mock.calls.length === 0) return;
  }
  throw new Error('it never ends');
}
/** The process dies when the zone has applied the last of this many calls. */
function diesBehind(calls: number): Promise<void> {
  let left = calls;
  const change: HostedZone['change'] = async (changes) => {
    const answer = await route53.zone.change(changes);
    left -= 1;
    if (left === 0) throw new Error('died');
    return answer;
  };
  return publishWith({ change });
}
const published = (name: string) =>
  ['A', 'AAAA', 'CNAME', 'CAA'].flatMap((type) => route53.sets.get(`${name}.${BASE} ${type}`) ?? []);

describe('the zone of the base target', () => {
  it('has, of itself, the wildcard with the default addresses and the CAA records', async () => {
    await settleAll();
    expect([...route53.sets]).toEqual([
      [`${BASE} CAA`, CAA],
      [`*.${BASE} A`, ['198.51.100.7']],
      [`*.${BASE} CAA`, CAA],
    ]);
  });

  it('leads each label to the address of its server, then elsewhere, and to the wildcard when it has none', async () => {
    await pointTo(1, ['192.0.2.1']);
    await settleAll();
    expect(published('label1')).toEqual(['192.0.2.1', ...CAA]);
    await pointTo(1, ['lb.example.com']);
    await settleAll();
    expect(published('label1')).toEqual(['lb.example.com']);
    await pointTo(1, []);
    await settleAll();
    expect(published('label1')).toEqual([]);
    expect(row(1)).toMatchObject({ published: [], revision: 3 });
    expect(row(1).stepDueAt).toBeUndefined();
  });

  it('is sent seven hundred new addresses in a few batches that Route 53 takes, one on its way at a time', async () => {
    for (let id = 0; id < 700; id += 1) await pointTo(id, ['192.0.2.1']);
    await settleAll();
    expect(route53.batches.length).toBeLessThanOrEqual(6);
    for (const batch of route53.batches) expect(countFittingChanges(batch.map((change) => [change]))).toBe(batch.length);
    const reads = dynamo
      .commandCalls(BatchGetCommand)
      .flatMap(({ args: [{ input }] }) => Object.values(input.RequestItems ?? {}));
    expect(Math.max(...reads.map(({ Keys = [] }) => Keys.length))).toBe(100);
    expect([...held.values()].filter(({ duePk }) => duePk === 'DUE#ZONE')).toEqual([]);
    expect(published('label699')).toEqual(['192.0.2.1', ...CAA]);
  });

  it('gets nothing of test mode', async () => {
    expect(
      addressWrites(table, { ...server(1), organizationId: 'org_A_test' }, ['192.0.2.1'], { id: 'aud_1', createdAt: '' }),
    ).toEqual([]);
  });
});

describe('the proof of a hostname', () => {
  const proofs = proofStore(table, () => `evt_${held.size}`);
  const ours = (label: string) => ({ label, organizationId: 'org_A', domainId: 1 });
  const show = (label: string, value = 'digest', seconds = 3600) =>
    proofs.show({ ...ours(label), value, until: addSeconds(now, seconds) }, now);
  const txt = (label: string) => route53.sets.get(`${label}.${ZONE} TXT`);

  it('is shown once every name server of the zone gives it, and asking again writes nothing', async () => {
    expect(await show('secret')).toBe(false);
    await publish();
    expect(await show('secret')).toBe(false);
    await settleAll();
    const before = JSON.stringify([...held]);
    expect([await show('secret'), txt('secret')]).toEqual([true, ['"digest"']]);
    expect(JSON.stringify([...held])).toBe(before);
  });

  it('of an order that came later takes the place of the former', async () => {
    await show('secret');
    await settleAll();
    expect(await show('secret', 'other')).toBe(false);
    await settleAll();
    expect([await show('secret', 'other'), txt('secret')]).toEqual([true, ['"other"']]);
  });

  it('of a wildcard waits for that of its base, which has the same label, and is shown when that is gone', async () => {
    const ofWildcard = () => proofs.show({ ...ours('secret'), domainId: 2, value: 'wild', until: addSeconds(now, 3600) }, now);
    await show('secret');
    await settleAll();
    expect(await ofWildcard()).toBe(false);
    await settleAll();
    expect([await show('secret'), await ofWildcard(), txt('secret')]).toEqual([true, false, ['"digest"']]);
    await proofs.withdraw(ours('secret'), now);
    expect(await ofWildcard()).toBe(false);
    await settleAll();
    expect([await ofWildcard(), txt('secret')]).toEqual([true, ['"wild"']]);
  });

  it('is withdrawn after the order, with its row, and a repeat finds nothing to do', async () => {
    await show('secret');
    await settleAll();
    await proofs.withdraw(ours('secret'), now);
    await proofs.withdraw(ours('secret'), now);
    await settleAll();
    expect([txt('secret'), held.has(Object.values(keys.labelRecords('secret')).join('|'))]).toEqual([undefined, false]);
    await proofs.withdraw(ours('secret'), now);
    expect(held.has(Object.values(keys.labelRecords('secret')).join('|'))).toBe(false);
  });

  it('that is withdrawn is not taken for one that is shown, by a step which began before', async () => {
    await show('secret');
    const began = now;
    later(1);
    await proofs.withdraw(ours('secret'), now);
    now = began;
    expect(await show('secret')).toBe(false);
  });

  it.each([
    ['that met another write is tried again by whoever withdraws it', [], false],
    ['that finds none is done', [0], true],
  ])('its withdrawal %s', async (_, refused, isDone) => {
    const cancelled = Object.assign(new Error('cancelled'), { name: 'TransactionCanceledException' });
    const transact = async () => {
      throw new LostRace([], cancelled, refused);
    };
    const withdrawal = proofStore({ ...table, transact }, () => 'evt_1').withdraw(ours('secret'), now);
    await (isDone ? withdrawal : expect(withdrawal).rejects.toThrow(LostRace));
  });

  it('stays in no cache beside that of another order at its label', async () => {
    await settleAll();
    await show('secret');
    await settleAll();
    expect(route53.batches.at(-1)).toMatchObject([{ action: 'UPSERT', set: { type: 'TXT', ttl: 1 } }]);
  });

  it('is withdrawn by its own domain only: one that was created anew has the same label', async () => {
    await show('secret');
    await settleAll();
    await proofs.withdraw({ ...ours('secret'), domainId: 2 }, now);
    await settleAll();
    expect([await show('secret'), txt('secret')]).toEqual([true, ['"digest"']]);
  });

  it('is not taken for the former at its label, whose end is settled once more by a run after one that was killed', async () => {
    await show('secret', 'digest', 60);
    await settleAll();
    later(61);
    await publish();
    later(5);
    vi.spyOn(process.labelRecords, 'keep').mockRejectedValueOnce(new Error('killed'));
    await expect(publish()).rejects.toThrow('killed');
    expect(await show('secret', 'other')).toBe(false);
    await settleAll();
    expect([await show('secret', 'other'), txt('secret')]).toEqual([true, ['"other"']]);
  });

  it('that a killed step left goes when its time is over', async () => {
    await show('secret', 'digest', 3600);
    await settleAll();
    later(3500);
    await settleAll();
    expect(txt('secret')).toEqual(['"digest"']);
    later(101);
    await settleAll();
    expect([txt('secret'), [...held.values()].filter(({ duePk }) => duePk === 'DUE#ZONE')]).toEqual([undefined, []]);
  });

  it('is one of three hundred in one call, also if that is sent again, and so is its end', async () => {
    const digest = 'd'.repeat(43);
    for (let each = 0; each < 300; each += 1) await show(`secret${each}`, digest);
    route53.answersOnce({ kind: 'later', reason: 'Throttling' });
    await settleAll();
    const shown = route53.batches.length;
    for (let each = 0; each < 300; each += 1) await proofs.withdraw(ours(`secret${each}`), now);
    await settleAll();
    const sent = route53.batches.map((batch) => batch.filter(({ set }) => set.type === 'TXT').length).filter(Boolean);
    expect([shown, ...sent]).toEqual([2, 300, 300, 300]);
    expect([...route53.sets.keys()].filter((key) => key.endsWith('TXT'))).toEqual([]);
  });
});

describe('the proof of a hostname that stands', () => {
  const proofs = proofStore(table, () => `evt_${held.size}`);
  const ours = { label: 'secret', organizationId: 'org_A', domainId: 1 };
  const ACCOUNT = 'ca.example; accounturi=https://ca.example/acct/1';
  const txt = () => route53.sets.get(`secret.${ZONE} TXT`);
  const writes = () => route53.batches.flat().filter(({ set }) => set.type === 'TXT').length;
  const DAYS = 86_400;
  /**
   * The proof of one order: shown for an hour, then left in place once the CA has read it. Returns whether it was there at once.
   */
  async function order(value = ACCOUNT, domainId = 1): Promise<boolean> {
    const isThere = await proofs.show({ ...ours, domainId, value, until: addSeconds(now, 3600) }, now);
    if (!isThere) await settleAll();
    await proofs.leave({ ...ours, domainId }, { until: addSeconds(now, 400 * DAYS) }, now);
    await settleAll();
    return isThere;
  }

  it('is written once, and no order of the years after that writes into the zone', async () => {
    expect([await order(), writes(), txt()]).toEqual([false, 1, [`"${ACCOUNT}"`]]);
    for (let renewal = 0; renewal < 24; renewal += 1) {
      later(30 * DAYS);
      await settleAll();
      expect(await order()).toBe(true);
    }
    expect([writes(), txt()]).toEqual([1, [`"${ACCOUNT}"`]]);
  });

  it('is left as it is where much of its time is left', async () => {
    await order();
    later(30 * DAYS);
    await settleAll();
    const before = JSON.stringify([...held].filter(([key]) => key.includes('secret')));
    await order();
    expect(JSON.stringify([...held].filter(([key]) => key.includes('secret')))).toBe(before);
  });

  it('is written anew by the next order where the account or the CA is another', async () => {
    await order();
    expect([await order('other.example; accounturi=https://other.example/2'), writes()]).toEqual([false, 2]);
    expect(txt()).toEqual(['"other.example; accounturi=https://other.example/2"']);
  });

  it('goes with the domain, and stays with one that was created anew', async () => {
    await order();
    await proofs.withdraw(ours, now);
    await settleAll();
    expect([txt(), held.has(Object.values(keys.labelRecords('secret')).join('|'))]).toEqual([undefined, false]);
    await order();
    await order(ACCOUNT, 2);
    await proofs.withdraw(ours, now);
    await settleAll();
    expect(txt()).toEqual([`"${ACCOUNT}"`]);
  });

  it('goes after an hour where a killed step, or one that a deletion overtook, has left it', async () => {
    await proofs.show({ ...ours, value: ACCOUNT, until: addSeconds(now, 3600) }, now);
    await settleAll();
    later(3700);
    await settleAll();
    expect(txt()).toBeUndefined();
  });

  it('does not stand again by a step that began before it was withdrawn', async () => {
    await order();
    const began = now;
    later(1);
    await proofs.withdraw(ours, now);
    await proofs.leave(ours, { until: addSeconds(began, 400 * DAYS) }, began);
    await settleAll();
    expect(txt()).toBeUndefined();
  });

  it('stands only once it was shown: an order that ends before waits for nothing', async () => {
    await proofs.show({ ...ours, value: ACCOUNT, until: addSeconds(now, 3600) }, now);
    await proofs.leave(ours, { until: addSeconds(now, 400 * DAYS) }, now);
    await settleAll();
    expect(txt()).toEqual([`"${ACCOUNT}"`]);
    later(3700);
    await settleAll();
    expect(txt()).toBeUndefined();
  });
});

describe('a change', () => {
  it('is not settled before Route 53 is in sync and each name server gives it; meanwhile none is sent', async () => {
    await pointTo(1, ['192.0.2.1']);
    route53.setInSync(false);
    await publish();
    expect(wakes()).toEqual([5]);
    await pointTo(2, ['192.0.2.2']);
    await publish();
    expect([route53.batches.length, row(1).stepDueAt]).toEqual([1, NOW.toISOString()]);
    route53.setInSync(true);
    isServed = false;
    await publish();
    expect([route53.batches.length, row(1).stepDueAt]).toEqual([1, NOW.toISOString()]);
    isServed = true;
    await settleAll();
    expect([route53.batches.length, row(1).stepDueAt, published('label2')]).toEqual([2, undefined, ['192.0.2.2', ...CAA]]);
  });

  it('that name servers do not give after ten minutes is told of, and holds up the others no more', async () => {
    await pointTo(1, ['192.0.2.1']);
    isServed = false;
    await publish();
    later(601);
    await publish();
    expect(log).toHaveBeenCalledWith('error', 'name servers do not give what the zone was sent', expect.anything());
    expect(row(1).stepDueAt).toBeUndefined();
  });

  it('that the zone takes only after ten minutes is waited for until name servers give it', async () => {
    await pointTo(1, ['192.0.2.1']);
    isServed = false;
    const change: HostedZone['change'] = async () => ({ kind: 'later', reason: 'Throttling' });
    await publishWith({ change });
    later(601);
    await publish();
    await later(10);
    await publish();
    expect([route53.batches.length, row(1).stepDueAt]).toEqual([1, NOW.toISOString()]);
    expect(log).not.toHaveBeenCalledWith('error', expect.anything(), expect.anything());
  });

  it('of an address that changes while it is on its way leaves the newer one due', async () => {
    await pointTo(1, ['192.0.2.1']);
    await publish();
    await pointTo(1, ['192.0.2.9']);
    await settleAll();
    expect(published('label1')).toEqual(['192.0.2.9', ...CAA]);
    expect(row(1).published[0]?.values).toEqual(['192.0.2.9']);
  });

  it.each([
    ['before it is sent', () => 0],
    ['after it was sent', () => 1],
  ])('whose process dies %s is sent again, and leaves nothing when the server has gone meanwhile', async (_, batchesBefore) => {
    await pointTo(1, ['192.0.2.1']);
    const change: HostedZone['change'] = async (changes) => {
      if (batchesBefore() > 0) await route53.zone.change(changes);
      throw new Error('died');
    };
    await expect(publishWith({ change })).rejects.toThrow('died');
    await pointTo(1, []);
    await settleAll();
    expect([published('label1'), row(1).published]).toEqual([[], []]);
    expect(published('*')).toEqual(['198.51.100.7', ...CAA]);
  });

  it.each([
    ['before it hears of them', 1],
    ['before it hears of them, and another before it hears that they are refused', 2],
  ])('of nine hundred deletions takes a handful of calls, also after a process that dies %s', async (_, deaths) => {
    for (let id = 0; id < 300; id += 1) await pointTo(id, ['192.0.2.1', '2001:db8::1']);
    await settleAll();
    for (let id = 0; id < 300; id += 1) await pointTo(id, []);
    const before = route53.writes();
    for (let times = 0; times < deaths; times += 1) await expect(diesBehind(1)).rejects.toThrow('died');
    await settleAll();
    expect(route53.writes() - before).toBeLessThanOrEqual(4 + deaths);
    expect([...route53.sets.keys()].filter((key) => key.startsWith('label'))).toEqual([]);
    expect([...held.values()].filter(({ duePk }) => duePk === 'DUE#ZONE')).toEqual([]);
    for (const batch of route53.batches) expect(countFittingChanges(batch.map((each) => [each]))).toBe(batch.length);
  });

  it.each([1, 2, 3])(
    'that deletes, and whose second process dies behind its call %i, leaves nothing in the zone',
    async (calls) => {
      for (let id = 0; id < 300; id += 1) await pointTo(id, ['lb.example.com']);
      await settleAll();
      for (let id = 0; id < 300; id += 1) await pointTo(id, []);
      await expect(diesBehind(1)).rejects.toThrow('died');
      await expect(diesBehind(calls)).rejects.toThrow('died');
      await settleAll();
      expect([...route53.sets.keys()].filter((key) => key.startsWith('label'))).toEqual([]);
      expect([...held.values()].filter(({ duePk }) => duePk === 'DUE#ZONE')).toEqual([]);
    },
  );

  it('that deletes, and is throttled when it is sent again, is sent once more', async () => {
    for (let id = 0; id < 300; id += 1) await pointTo(id, ['lb.example.com']);
    await settleAll();
    for (let id = 0; id < 300; id += 1) await pointTo(id, []);
    const before = route53.writes();
    await expect(diesBehind(1)).rejects.toThrow('died');
    let calls = 0;
    const change: HostedZone['change'] = async (changes) => {
      calls += 1;
      return calls === 2 ? { kind: 'later', reason: 'Throttling' } : route53.zone.change(changes);
    };
    await publishWith({ change });
    await settleAll();
    expect([calls, route53.writes() - before]).toEqual([2, 5]);
    expect([...route53.sets.keys()].filter((key) => key.startsWith('label'))).toEqual([]);
  });

  it('that deletes what somebody has deleted by hand deletes the rest', async () => {
    for (let id = 0; id < 20; id += 1) await pointTo(id, ['192.0.2.1']);
    await settleAll();
    for (const type of ['A', 'CAA']) route53.sets.delete(`label7.${BASE} ${type}`);
    for (let id = 0; id < 19; id += 1) await pointTo(id, []);
    await settleAll();
    expect([...route53.sets.keys()].filter((key) => key.startsWith('label'))).toEqual([
      `label19.${BASE} A`,
      `label19.${BASE} CAA`,
    ]);
  });

  it('that Route 53 does not know any more is taken for done', async () => {
    await pointTo(1, ['192.0.2.1']);
    await publishWith({ progress: async () => 'unknown' });
    later(5);
    await publishWith({ progress: async () => 'unknown' });
    expect(row(1).stepDueAt).toBeUndefined();
  });

  it('is asked for once in five seconds, however many addresses change meanwhile', async () => {
    await pointTo(1, ['192.0.2.1']);
    route53.setInSync(false);
    await publish();
    send.mockClear();
    for (let more = 0; more < 10; more += 1) await publish();
    expect(wakes()).toEqual([]);
    later(5);
    await publish();
    expect(wakes()).toEqual([5]);
  });
});

describe('another zone, or a table that was restored', () => {
  it('gets everything again: nobody knows what is there', async () => {
    await pointTo(1, ['192.0.2.1']);
    await settleAll();
    route53 = aZone('Z2');
    process = openAt(route53.zone);
    await settleAll();
    expect([published('label1'), published('*')]).toEqual([
      ['192.0.2.1', ...CAA],
      ['198.51.100.7', ...CAA],
    ]);
  });

  it.each([
    ['as its row knows it', true],
    ['of which the restored row knows nothing', false],
  ])('has no proof left that was withdrawn before the next run, %s', async (_, isKnown) => {
    const proofs = proofStore(table, () => `evt_${held.size}`);
    const ours = { label: 'secret', organizationId: 'org_A', domainId: 1 };
    const key = Object.values(keys.labelRecords('secret')).join('|');
    await proofs.show({ ...ours, value: 'digest', until: addSeconds(now, 3600) }, now);
    await settleAll();
    if (!isKnown) held.set(key, { ...held.get(key), published: [] });
    await proofs.withdraw(ours, now);
    process = openAt(route53.zone, 1);
    await settleAll();
    expect([route53.sets.has(`secret.${ZONE} TXT`), held.has(key)]).toEqual([false, false]);
  });

  it('has a proof that stands written again where it is wanted again before its deletion', async () => {
    const proofs = proofStore(table, () => `evt_${held.size}`);
    const show = () =>
      proofs.show({ label: 'secret', organizationId: 'org_A', domainId: 1, value: 'same', until: addSeconds(now, 3600) }, now);
    await show();
    await settleAll();
    await proofs.withdraw({ label: 'secret', organizationId: 'org_A', domainId: 1 }, now);
    route53 = aZone('Z2');
    process = openAt(route53.zone);
    route53.answersOnce({ kind: 'later', reason: 'Throttling: slow down' });
    await publish();
    await show();
    await settleAll();
    expect([await show(), route53.sets.get(`secret.${ZONE} TXT`)]).toEqual([true, ['"same"']]);
  });

  it('loses three hundred withdrawn proofs in a handful of calls, whether the zone has them or not', async () => {
    const proofs = proofStore(table, () => `evt_${held.size}`);
    const ours = (each: number) => ({ label: `secret${each}`, organizationId: 'org_A', domainId: 1 });
    for (let each = 0; each < 300; each += 1)
      await proofs.show({ ...ours(each), value: 'digest', until: addSeconds(now, 3600) }, now);
    await settleAll();
    for (let each = 0; each < 300; each += 1) await proofs.withdraw(ours(each), now);
    for (let each = 0; each < 300; each += 3) route53.sets.delete(`secret${each}.${ZONE} TXT`);
    process = openAt(route53.zone, 1);
    const before = route53.writes();
    await settleAll();
    expect(route53.writes() - before).toBeLessThanOrEqual(6);
    expect([...route53.sets.keys()].filter((key) => key.endsWith('TXT'))).toEqual([]);
    expect([...held.values()].filter(({ duePk }) => duePk === 'DUE#ZONE')).toEqual([]);
  });

  it('loses a withdrawn proof also where the zone does not have it', async () => {
    const proofs = proofStore(table, () => `evt_${held.size}`);
    const ours = { label: 'secret', organizationId: 'org_A', domainId: 1 };
    await proofs.show({ ...ours, value: 'digest', until: addSeconds(now, 3600) }, now);
    await settleAll();
    await proofs.withdraw(ours, now);
    route53 = aZone('Z2');
    process = openAt(route53.zone);
    await settleAll();
    expect(held.has(Object.values(keys.labelRecords('secret')).join('|'))).toBe(false);
  });
});

describe('two processes at once', () => {
  it('send nothing twice: the second leaves, and comes again later', async () => {
    await pointTo(1, ['192.0.2.1']);
    await process.labelRecords.take(now, addSeconds(now, LOCK_SECONDS));
    await publish();
    expect([route53.batches, wakes()]).toEqual([[], [5]]);
    later(LOCK_SECONDS + 1);
    await publish();
    expect(route53.batches).toHaveLength(1);
  });

  it('do not multiply: of all messages that find the zone held, one comes again', async () => {
    await process.labelRecords.take(now, addSeconds(now, LOCK_SECONDS));
    for (let message = 0; message < 3; message += 1) await publish();
    expect(wakes()).toEqual([5]);
    later(5);
    await publish();
    expect(wakes()).toEqual([5, 5]);
  });
});

describe('a zone that refuses', () => {
  it('one label gets the others, and the label keeps why, for a day or until its address changes', async () => {
    for (const id of [1, 2, 3, 4, 5]) await pointTo(id, [`192.0.2.${id}`]);
    const reason = 'RRSet of type CNAME with DNS name label3.cname.service.net. is not permitted';
    route53.setRefuses(({ set }) => (set.name.startsWith('label3') ? reason : undefined));
    await settleAll();
    expect([1, 2, 4, 5].map((id) => published(`label${id}`)[0])).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.4', '192.0.2.5']);
    expect(row(3)).toMatchObject({ problem: reason, published: [] });
    expect(Date.parse(row(3).stepDueAt ?? '')).toBeGreaterThan(now.getTime() + 80_000_000);
    route53.setRefuses(() => undefined);
    await pointTo(3, ['192.0.2.33']);
    await settleAll();
    expect([published('label3')[0], row(3).problem]).toEqual(['192.0.2.33', undefined]);
  });

  it('because somebody wrote a CNAME there by hand, at a label or at the wildcard, is freed of it', async () => {
    route53.sets.set(`*.${BASE} CNAME`, ['lb.example.com']);
    route53.sets.set(`label2.${BASE} CNAME`, ['old.example.com']);
    for (const id of [1, 2, 3]) await pointTo(id, [`192.0.2.${id}`]);
    await settleAll();
    expect([1, 2, 3].map((id) => published(`label${id}`))).toEqual([1, 2, 3].map((id) => [`192.0.2.${id}`, ...CAA]));
    expect(published('*')).toEqual(['198.51.100.7', ...CAA]);
  });

  it('the records of the base target itself fails, so that it is told of', async () => {
    route53.setRefuses(({ set }) => (set.name === BASE ? 'no' : undefined));
    await expect(publish()).rejects.toThrow(`the zone does not take the records of ${BASE}: no`);
  });

  it('everything for a moment is asked again, and nothing is lost', async () => {
    await pointTo(1, ['192.0.2.1']);
    route53.answersOnce({ kind: 'later', reason: 'Throttling: Rate exceeded' });
    await settleAll();
    expect(published('label1')).toEqual(['192.0.2.1', ...CAA]);
  });
});

describe('the CAA records', () => {
  it('of an account that is new are at every label, not only at the wildcard', async () => {
    await pointTo(1, ['192.0.2.1']);
    await settleAll();
    ca = 'other.example';
    later(600);
    await settleAll();
    expect([published('label1'), route53.sets.get(`*.${BASE} CAA`)]).toEqual([['192.0.2.1', ...caaOf(ca)], caaOf(ca)]);
  });
});

describe('a run that finds nothing', () => {
  it('takes a few requests to the table and none to Route 53', async () => {
    await settleAll();
    const { batches } = route53;
    const before = batches.length;
    dynamo.resetHistory();
    await publish();
    expect(batches.length).toBe(before);
    expect(dynamo.calls()).toHaveLength(3);
  });
});
