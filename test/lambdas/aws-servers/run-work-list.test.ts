import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AwsFailure } from '../../../lambdas/aws-servers/aws-failure.ts';
import { HELD_SECONDS } from '../../../lambdas/aws-servers/run-work-list.ts';
import { wakeDueWork, workOnMessages } from '../../../lambdas/aws-servers/work-at-aws.ts';
import { AwsWork, AwsWorkList } from '../../../lambdas/model/aws-servers/work-list.schema.ts';
import { Certificate, type PresentCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { installer } from '../../../lambdas/model/servers/installer.ts';
import { type AwsAccess, Server } from '../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import type { AwsMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { issued, NOW } from '../a-domain.ts';
import { certificate as agentCertificate } from '../agent-api/an-agent.ts';
import { dynamo, log, table } from '../edges.ts';
import { guardRequests, holdItems } from '../held-items.ts';
import { albServer, anAwsAccount, type FakeAccount, failure, HTTP_LISTENER, PLACE } from './an-aws-account.ts';
import { NOTHING_AT_AWS } from './nothing-at-aws.ts';
import { releasedIn, type TestedWorker, workerPorts } from './worker-ports.ts';

let now: Date;
let aws: FakeAccount;
let items: Map<string, Record<string, unknown>>;
/** Queued messages with their arrival times. */
let messages: { at: number; message: AwsMessage }[];
let ports: TestedWorker;
const released = () => releasedIn(items);

beforeEach(() => {
  guardRequests(undefined);
  now = NOW;
  aws = anAwsAccount();
  items = holdItems(dynamo, []).items;
  messages = [];
  log.mockClear();
  put({ ...keys.server('org_A', albServer.id), ...albServer });
  ports = workerPorts(
    aws,
    () => now,
    (message, seconds) => messages.push({ at: now.getTime() + seconds * 1_000, message }),
  );
});

const put = (item: Record<string, unknown>) => items.set(`${item.pk}|${item.sk}`, item);
const later = (seconds: number) => {
  now = new Date(addSeconds(now, seconds));
};
const facts = (of: string) => ({ ...issued, fingerprintSha256: of.padEnd(64, '0') });

/** Stores a certificate like a step that has not announced it yet. */
function lay(hostname: string, changes: Partial<PresentCertificate> = {}): PresentCertificate {
  const row: PresentCertificate = {
    ...agentCertificate,
    serverId: albServer.id,
    hostname,
    domainId: 1,
    facts: facts('a1'),
    ...changes,
  };
  put({ ...keys.certificate('org_A', albServer.id, hostname), ...row });
  return row;
}
const rowOf = (hostname: string) =>
  Certificate.parse(items.get(Object.values(keys.certificate('org_A', albServer.id, hostname)).join('|')));
const serverRow = () => Server.parse(items.get(Object.values(keys.server('org_A', albServer.id)).join('|')));

const installers = () => ({
  agent: { servers: serverStore(table), certificates: certificateStore(table) },
  aws: {
    ...NOTHING_AT_AWS,
    work: ports.awsWork,
    certificates: certificateStore(table),
    newEventId: () => 'evt_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  },
});
const install = (certificate: Certificate) => installer(albServer).install(certificate, installers(), now);
async function remove(hostname: string) {
  const retired = await certificateStore(table).retire({ ...(rowOf(hostname) as PresentCertificate), attempt: 9 }, now);
  if (retired) await installer(albServer).remove(retired, installers(), now);
}
const receive = (message: AwsMessage = PLACE) => workOnMessages([{ messageId: 'm', body: JSON.stringify(message) }], ports);

/** Runs until the queue is empty. Returns the number of runs. */
async function untilQuiet(): Promise<number> {
  let runs = 0;
  for (;;) {
    const [next] = messages.toSorted((one, other) => one.at - other.at);
    if (next === undefined) return runs;
    messages.splice(messages.indexOf(next), 1);
    now = new Date(Math.max(now.getTime(), next.at));
    await receive(next.message);
    runs += 1;
  }
}
/** Advances time, wakes due work like the schedule, and runs until the queue is empty. */
async function passed(seconds: number) {
  later(seconds);
  await wakeDueWork(ports);
  await untilQuiet();
}
async function installed(hostname: string) {
  await install(lay(hostname));
  await receive();
  await untilQuiet();
  return rowOf(hostname);
}
const work = () => [...items.keys()].filter((key) => /\|(DUE|LATER)#/.test(key));

describe('a new certificate', () => {
  it('is imported and attached, and only then confirmed', async () => {
    const row = lay('shop.example.com');
    await install(row);
    expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(false);
    await receive();
    expect(aws.calls).toEqual(['import', 'attach']);
    expect([...aws.attached]).toEqual([...aws.held.keys()]);
    expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
    expect([work(), messages]).toEqual([[], []]);
    expect(released()).toEqual(['shop.example.com']);
  });

  it('is counted at its server, so that one that is full refuses the next domain at once', async () => {
    await installed('shop.example.com');
    expect(serverRow()).toMatchObject({ access: { quotas: [{ used: 4, limit: 25 }] } });
  });

  it('is announced once, however often its step is repeated', async () => {
    await install(lay('shop.example.com'));
    await install(rowOf('shop.example.com'));
    expect(work()).toHaveLength(1);
  });

  it('of test mode reaches nothing in AWS', async () => {
    const server = { ...albServer, organizationId: 'org_A_test' };
    const row = lay('shop.example.com');
    await installer(server).install({ ...row, organizationId: 'org_A_test' }, installers(), now);
    expect(work()).toEqual([]);
    put({ ...keys.server('org_A_test', 7), ...server });
    await receive({ organizationId: 'org_A_test', serverId: 7 });
    expect(aws.calls).toEqual([]);
  });
});

describe('a renewal', () => {
  it('takes two calls: it is imported under the same ARN, and attached in case that somebody has detached it', async () => {
    const first = await installed('shop.example.com');
    aws.calls.length = 0;
    later(86_400);
    await install(lay('shop.example.com', { facts: facts('b2'), atAws: first.atAws, attempt: 2 }));
    await receive();
    await untilQuiet();
    expect(aws.calls).toEqual(['import', 'attach']);
    expect(aws.held.size).toBe(1);
    const row = rowOf('shop.example.com');
    expect(row.atAws?.certificateArn).toBe(first.atAws?.certificateArn);
    expect(installer(albServer).confirms(row, [])).toBe(true);
  });

  it('is imported and attached anew where somebody has deleted the certificate in ACM', async () => {
    const first = await installed('shop.example.com');
    aws.held.clear();
    aws.attached.clear();
    later(86_400);
    await install(lay('shop.example.com', { facts: facts('b2'), atAws: first.atAws }));
    await receive();
    await untilQuiet();
    const row = rowOf('shop.example.com');
    expect(row.atAws?.certificateArn).not.toBe(first.atAws?.certificateArn);
    expect([...aws.attached]).toEqual([row.atAws?.certificateArn]);
  });
});

describe('a renewal that AWS denies', () => {
  const denied = async (isThere: boolean) => {
    const first = await installed('shop.example.com');
    if (!isThere) aws.held.clear();
    aws.calls.length = 0;
    later(86_400);
    aws.fails('import', failure('action_denied', { action: 'acm:ImportCertificate' }));
    await install(lay('shop.example.com', { facts: facts('b2'), atAws: first.atAws }));
    await receive();
    await untilQuiet();
    return { former: first.atAws?.certificateArn, row: rowOf('shop.example.com') };
  };

  it('is imported anew where the certificate is gone, which has no tag any more for the policy to go by', async () => {
    const { former, row } = await denied(false);
    expect(aws.calls.slice(0, 3)).toEqual(['import', 'find', 'import']);
    expect([...aws.held.keys()]).toEqual([row.atAws?.certificateArn]);
    expect(row.atAws?.certificateArn).not.toBe(former);
  });

  it('says so where the certificate is there', async () => {
    const { former, row } = await denied(true);
    expect(row.atAws).toMatchObject({ certificateArn: former, problem: { reason: 'action_denied' } });
  });
});

/** Renewals whose certificates expire one second apart, stored in shuffled order. Returns the hostnames by expiry. */
async function manyRenewals(count: number) {
  const hostnames: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = (index * 1_237) % count;
    // The order by expiry is the reverse of the order by name.
    const hostname = `n${String(count - place).padStart(4, '0')}.example.com`;
    const certificateArn = `arn:aws:acm:eu-north-1:111122223333:certificate/${place}`;
    aws.held.set(certificateArn, { fingerprint: '', hostname, domainId: place });
    const notAfter = addSeconds(NOW, 86_400 + place);
    const atAws = { certificateArn, fingerprintSha256: 'old', notAfter, attachedAt: NOW.toISOString() };
    await install(lay(hostname, { domainId: place, atAws }));
    hostnames.push(hostname);
  }
  return hostnames.toSorted().toReversed();
}

/** Runs until all are imported. Returns the number of runs, the duration, and the shortest pause between imports. */
async function drain() {
  const imports: number[] = [];
  aws.hooks.after = (call) => {
    if (call === 'import') imports.push(now.getTime());
  };
  const beganAt = now.getTime();
  await receive();
  const runs = await untilQuiet();
  const pauses = imports.slice(1).map((at, index) => at - (imports[index] ?? 0));
  return { runs, seconds: (now.getTime() - beganAt) / 1_000, shortest: Math.min(...pauses) };
}

/** In memory, because the fake table reads all items for each query, which is slow with thousands. */
function listsInMemory(): Partial<TestedWorker['awsWork']> {
  let state = AwsWorkList.parse({});
  let due: AwsWork[] = [];
  return {
    add: async (one, { createdAt }) => {
      due.push(AwsWork.parse({ ...one, createdAt, sk: one.urgency }));
    },
    take: async (_, at, heldUntil) => {
      if (state.nextRunAt !== undefined && state.nextRunAt > at.toISOString()) return;
      state = { ...state, heldUntil, nextRunAt: undefined };
      return state;
    },
    state: async () => state,
    first: async () => due.reduce<AwsWork | undefined>((first, one) => (first && first.sk <= one.sk ? first : one), undefined),
    finish: async (one) => {
      due = due.filter((other) => other !== one);
    },
    giveImportBack: async () => {},
    countImport: async (_, __, at) => {
      state = { ...state, lastImportAt: at.toISOString() };
      return state;
    },
    goOn: async (_, __, nextRunAt) => {
      state = { ...state, heldUntil: undefined, nextRunAt };
      return true;
    },
    rest: async () => due.length === 0,
  };
}

describe('renewals that are due at once', () => {
  it('are imported in the order in which the certificates end, one a second', async () => {
    const hostnames = await manyRenewals(40);
    const { seconds, shortest } = await drain();
    expect(released()).toEqual(hostnames);
    expect([shortest, seconds]).toEqual([1_000, 39]);
    expect(work()).toEqual([]);
  });

  it('are 2,500 in 42 minutes, without a run that waits', async () => {
    const rows = new Map<string, Certificate>();
    Object.assign(ports.awsWork, listsInMemory());
    vi.spyOn(ports.certificates, 'get').mockImplementation(async (_, __, hostname) => rows.get(hostname));
    vi.spyOn(ports.servers, 'get').mockResolvedValue(albServer);
    vi.spyOn(ports.awsServers, 'saveCertificate').mockImplementation(
      async (of, atAws) => void rows.set(of.hostname, { ...(rows.get(of.hostname) as Certificate), atAws }),
    );
    const hostnames: string[] = [];
    for (let index = 0; index < 2_500; index += 1) {
      const place = (index * 1_237) % 2_500;
      const hostname = `n${String(place).padStart(4, '0')}.example.com`;
      const certificateArn = `arn:aws:acm:eu-north-1:111122223333:certificate/${place}`;
      aws.held.set(certificateArn, { fingerprint: '', hostname, domainId: place });
      const atAws = { certificateArn, fingerprintSha256: 'old', attachedAt: NOW.toISOString() };
      rows.set(hostname, { ...agentCertificate, serverId: 7, hostname, domainId: place, facts: facts('a1'), atAws });
      const urgency = addSeconds(NOW, 86_400 + place);
      const { organizationId, roleArn, listenerArn } = albServer;
      const of = { ...PLACE, kind: 'certificate' as const, organizationId, serverId: 7, roleArn, listenerArn };
      await ports.awsWork.add({ ...of, hostname, urgency }, { id: '', createdAt: NOW.toISOString() });
      hostnames.push(hostname);
    }
    const { runs, seconds, shortest } = await drain();
    expect(released()).toEqual(hostnames.toSorted());
    expect([shortest, seconds]).toEqual([1_000, 2_499]);
    // Each run imports one certificate, finds the next one too early, and ends.
    expect(runs).toBe(2_499);
    expect(aws.calls.length).toBe(5_000);
  });
});

describe('a hostname that nobody serves yet', () => {
  it('comes before all renewals', async () => {
    const atAws = {
      certificateArn: 'arn:aws:acm:eu-north-1:111122223333:certificate/1',
      fingerprintSha256: 'old',
      notAfter: addSeconds(NOW, 60),
      attachedAt: NOW.toISOString(),
    };
    aws.held.set(atAws.certificateArn, { fingerprint: '', hostname: '', domainId: 5 });
    await install(lay('a-renewed.example.com', { atAws }));
    await install(lay('new.example.com', { domainId: 2 }));
    await receive();
    await untilQuiet();
    expect(released()).toEqual(['new.example.com', 'a-renewed.example.com']);
  });
});

describe('a list of work', () => {
  it('has one process at a time, however many messages come', async () => {
    for (let index = 0; index < 5; index += 1) await install(lay(`n${index}.example.com`, { domainId: index }));
    await Promise.all([receive(), receive(), receive()]);
    expect(aws.calls.filter((call) => call === 'import')).toHaveLength(1);
    expect(messages).toHaveLength(1);
    await receive();
    expect(messages).toHaveLength(1);
    await untilQuiet();
    expect(aws.held.size).toBe(5);
  });

  it('has its account checked once by messages that are received together', async () => {
    const looks = vi.spyOn(ports.roles, 'acceptsAnyExternalId');
    const message = { organizationId: 'org_A', serverId: albServer.id };
    await Promise.all([receive(message), receive(message)]);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('is found by the schedule where its message was lost', async () => {
    await install(lay('shop.example.com'));
    await passed(60);
    expect(aws.attached.size).toBe(1);
    await passed(60);
    expect([messages, aws.calls.length]).toEqual([[], 2]);
  });
});

class Killed extends Error {}

describe('a run that is killed', () => {
  /** Kills the run at its nth step. Steps are table requests, and AWS calls before and after their effect. */
  async function runKilledAt(nth: number): Promise<boolean> {
    let counted = 0;
    const step = () => {
      counted += 1;
      if (counted >= nth) throw new Killed();
    };
    guardRequests(step);
    aws.hooks.before = step;
    aws.hooks.after = step;
    await receive();
    guardRequests(undefined);
    aws.hooks.before = () => {};
    aws.hooks.after = () => {};
    return counted >= nth;
  }

  it('anywhere leaves one certificate, attached, once it is repeated', async () => {
    for (let nth = 1; ; nth += 1) {
      aws.held.clear();
      aws.attached.clear();
      messages.length = 0;
      for (const key of [...items.keys()]) if (/^AWS#/.test(key)) items.delete(key);
      await install(lay('shop.example.com', { atAws: undefined, announcedAt: undefined }));
      const wasKilled = await runKilledAt(nth);
      messages.length = 0;
      await passed(HELD_SECONDS + 1);
      await passed(120);
      expect([nth, aws.held.size, aws.attached.size]).toEqual([nth, 1, 1]);
      expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
      expect(work()).toEqual([]);
      if (!wasKilled) {
        expect(nth).toBeGreaterThan(10);
        return;
      }
    }
  });
});

describe('a certificate that is taken away', () => {
  it('is detached, deleted in ACM, and forgotten', async () => {
    await installed('shop.example.com');
    await remove('shop.example.com');
    await receive();
    expect([aws.held.size, aws.attached.size, rowOf('shop.example.com').atAws]).toEqual([0, 0, undefined]);
  });

  it('and is still in use is deleted later, also when its row has expired', async () => {
    const { atAws } = await installed('shop.example.com');
    aws.account.balancer.detach = async () => {};
    await remove('shop.example.com');
    await receive();
    expect(rowOf('shop.example.com').atAws?.problem?.reason).toBe('certificate_in_use');
    items.delete(Object.values(keys.certificate('org_A', albServer.id, 'shop.example.com')).join('|'));
    aws.attached.clear();
    await passed(61);
    expect(aws.held.has(atAws?.certificateArn ?? '')).toBe(false);
    expect(work()).toEqual([]);
  });

  it('stays where its hostname came back meanwhile', async () => {
    await installed('shop.example.com');
    const { atAws } = rowOf('shop.example.com');
    await remove('shop.example.com');
    await install(lay('shop.example.com', { facts: facts('c3'), atAws, attempt: 10 }));
    await receive();
    await untilQuiet();
    expect([aws.held.size, aws.attached.size]).toEqual([1, 1]);
    expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
  });

  it('is tried as long as its row is there, and no longer', async () => {
    await installed('shop.example.com');
    await remove('shop.example.com');
    items.delete(Object.values(keys.server('org_A', albServer.id)).join('|'));
    const expiresAt = Number(
      items.get(Object.values(keys.certificate('org_A', 7, 'shop.example.com')).join('|'))?.expiresAtSeconds,
    );
    aws.open.mockRejectedValue(failure('role_not_assumable'));
    await passed(28 * 86_400);
    expect(work()).toHaveLength(1);
    await passed(86_400);
    expect(work()).toEqual([]);
    expect(now.getTime()).toBeLessThan(expiresAt * 1_000);
    expect(log).toHaveBeenCalledWith('error', expect.any(String), expect.objectContaining({ hostname: 'shop.example.com' }));
  });

  it('after its server was deleted goes by the role that its work names', async () => {
    await installed('shop.example.com');
    await remove('shop.example.com');
    items.delete(Object.values(keys.server('org_A', albServer.id)).join('|'));
    await receive();
    expect(aws.held.size).toBe(0);
    expect(aws.open).toHaveBeenLastCalledWith(expect.objectContaining({ roleArn: albServer.roleArn, organizationId: 'org_A' }));
  });
});

describe('a server whose account is not known to be in order', () => {
  const isKept = (access: AwsAccess | undefined) => put({ ...albServer, ...keys.server('org_A', albServer.id), access });
  const check = () => receive({ organizationId: 'org_A', serverId: albServer.id });

  it.each([
    ['was not checked yet', undefined],
    [
      'demands no external id',
      { checkedAt: NOW.toISOString(), quotas: [], problem: { reason: 'external_id_not_required', at: NOW.toISOString() } },
    ],
  ] as const)('has nothing done in it, as it %s, until a check finds it in order', async (_, access) => {
    isKept(access && { ...access, quotas: [] });
    await install(lay('shop.example.com'));
    await receive();
    await passed(61);
    expect([aws.open.mock.calls.length, aws.calls, released()]).toEqual([0, [], []]);
    await check();
    await untilQuiet();
    expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
  });

  it('does not hold up another organization in the same account', async () => {
    isKept(undefined);
    await install(lay('a.example.com', { domainId: 1 }));
    const server = { ...albServer, organizationId: 'org_B' };
    put({ ...server, ...keys.server('org_B', albServer.id) });
    const row = { ...lay('b.example.com', { domainId: 2 }), organizationId: 'org_B' };
    put({ ...row, ...keys.certificate('org_B', albServer.id, 'b.example.com') });
    await installer(server).install(row, installers(), now);
    await receive();
    expect([...aws.held.values()].map(({ hostname }) => hostname)).toEqual(['b.example.com']);
  });

  it('has its role alone wait where STS answers that it is called too often', async () => {
    await install(lay('a.example.com', { domainId: 1 }));
    await install(lay('b.example.com', { domainId: 2 }));
    aws.open.mockRejectedValueOnce(new AwsFailure({ reason: 'aws_throttled' }, undefined, 'role'));
    await receive();
    expect([...aws.held.values()].map(({ hostname }) => hostname)).toEqual(['b.example.com']);
    expect(rowOf('a.example.com').atAws?.problem).toBeUndefined();
  });

  it.each([
    ['AWS cannot be reached', new AwsFailure({ reason: 'aws_unavailable' }, undefined, 'role'), []],
    ['something of ours is broken', new Error('broken'), ['m']],
  ])('and cannot be checked, as %s, is checked again with growing pauses, behind others', async (_, error, again) => {
    ports.roles.acceptsAnyExternalId.mockRejectedValue(error);
    isKept(undefined);
    later(10);
    expect(await check()).toEqual(again);
    expect(serverRow()).toMatchObject({ stepDueAt: addSeconds(now, 60) });
    later(1_200);
    await check();
    expect(serverRow()).toMatchObject({ stepDueAt: addSeconds(now, 1_210) });
    later(86_400);
    await check();
    expect(serverRow()).toMatchObject({ stepDueAt: addSeconds(now, 3_600) });
  });
});

describe('a failure', () => {
  it.each([
    ['role_not_assumable', 'open'],
    ['action_denied', 'import'],
    ['listener_not_found', 'attach'],
    ['listener_without_tls', 'attach'],
  ] as const)(
    '%s is told at the certificate and at its server, and work goes on when a check finds it gone',
    async (reason, call) => {
      const problem = failure(reason, { action: 'acm:ImportCertificate', observed: 'no' });
      if (call === 'open') aws.open.mockRejectedValueOnce(problem);
      else aws.fails(call, problem);
      await install(lay('shop.example.com'));
      await receive();
      const row = rowOf('shop.example.com');
      expect(row.atAws?.problem).toMatchObject({ reason, action: 'acm:ImportCertificate' });
      expect(serverRow()).toMatchObject({ access: { problem: { reason } } });
      expect(installer(serverRow()).isReady()).toBe(false);
      expect(messages).toEqual([]);
      later(2);
      await receive({ organizationId: 'org_A', serverId: albServer.id });
      await untilQuiet();
      expect(installer(serverRow()).isReady()).toBe(true);
      expect(rowOf('shop.example.com').atAws?.problem).toBeUndefined();
      expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
    },
  );

  it.each([
    ['listener_full', 'attach'],
    ['certificates_full', 'import'],
    ['imports_used_up', 'import'],
  ] as const)('%s has the quotas of the account counted anew, and is of that certificate alone', async (reason, call) => {
    aws.fails(call, failure(reason), failure(reason));
    await install(lay('shop.example.com'));
    later(300);
    await receive();
    expect(rowOf('shop.example.com').atAws?.problem?.reason).toBe(reason);
    expect(serverRow()).not.toMatchObject({ access: { problem: {} } });
    expect(messages).toMatchObject([{ message: { organizationId: 'org_A', serverId: albServer.id } }]);
    const calls = aws.calls.filter((one) => one === call).length;
    await untilQuiet();
    expect(aws.calls.filter((one) => one === call)).toHaveLength(calls);
    const countedAnew = aws.calls.length;
    await passed(61);
    expect(aws.calls.filter((one) => one === call)).toHaveLength(calls + 1);
    expect(aws.calls.slice(countedAnew)).not.toContain('quotas');
  });

  it('of a quota is over as soon as a check finds room where there was none', async () => {
    const full = { name: 'certificates_per_load_balancer' as const, used: 25, limit: 25 };
    put({ ...serverRow(), ...keys.server('org_A', albServer.id), access: { checkedAt: NOW.toISOString(), quotas: [full] } });
    aws.fails('attach', failure('listener_full'));
    await install(lay('shop.example.com'));
    await receive();
    later(2);
    await receive({ organizationId: 'org_A', serverId: albServer.id });
    await untilQuiet();
    expect(installer(albServer).confirms(rowOf('shop.example.com'), [])).toBe(true);
  });

  it('does not count as an import where AWS has refused it', async () => {
    aws.fails('import', failure('certificates_full'));
    await install(lay('shop.example.com'));
    await receive();
    expect(Object.values((await ports.awsWork.state(PLACE)).imports)).toEqual([0]);
  });

  it('does not hold up the others, and is tried again with growing pauses', async () => {
    aws.fails('import', failure('certificate_unsupported'), failure('certificate_unsupported'));
    await install(lay('a.example.com', { domainId: 1 }));
    await receive();
    await install(lay('b.example.com', { domainId: 2 }));
    aws.fails('import');
    later(2);
    await receive();
    expect(installer(albServer).confirms(rowOf('b.example.com'), [])).toBe(true);
    aws.fails('import', failure('certificate_unsupported'));
    const imports = () => aws.calls.filter((call) => call === 'import').length;
    const before = imports();
    await passed(61);
    expect(imports()).toBe(before + 1);
    await passed(61);
    expect(imports()).toBe(before + 1);
    await passed(61);
    expect(installer(albServer).confirms(rowOf('a.example.com'), [])).toBe(true);
  });

  it('of throttling is no problem of anybody: all wait with growing pauses, and their order stays', async () => {
    aws.fails('import', failure('aws_throttled'), failure('aws_throttled'));
    await install(lay('a.example.com', { domainId: 1 }));
    await install(lay('b.example.com', { domainId: 2 }));
    await receive();
    expect(messages.map(({ at }) => at - now.getTime())).toEqual([2_000]);
    expect(rowOf('a.example.com').atAws?.problem).toBeUndefined();
    await untilQuiet();
    expect(released().at(-1)).toBe('b.example.com');
    expect([...aws.held.values()].map(({ hostname }) => hostname)).toEqual(['a.example.com', 'b.example.com']);
  });

  it('of AWS at a check has it done again by the schedule, and is no problem of the server', async () => {
    aws.fails('limit', failure('aws_throttled'));
    expect(await receive({ organizationId: 'org_A', serverId: albServer.id })).toEqual([]);
    expect(serverRow()).toMatchObject({ access: { checkedAt: NOW.toISOString() }, stepDueAt: addSeconds(NOW, 60) });
    await passed(60);
    expect(serverRow()).toMatchObject({ access: { checkedAt: addSeconds(NOW, 60) }, stepDueAt: addSeconds(NOW, 86_460) });
  });

  it('of AWS that does not end for one certificate holds up no other, and is told at that one', async () => {
    const unavailable = () => new AwsFailure({ reason: 'aws_unavailable' }, undefined, 'account');
    aws.fails('import', unavailable(), unavailable(), unavailable());
    await install(lay('a.example.com', { domainId: 1 }));
    await install(lay('b.example.com', { domainId: 2 }));
    await receive();
    await untilQuiet();
    expect([...aws.held.values()].map(({ hostname }) => hostname)).toEqual(['b.example.com']);
    expect(rowOf('a.example.com').atAws?.problem?.reason).toBe('aws_unavailable');
    await passed(61);
    expect(installer(albServer).confirms(rowOf('a.example.com'), [])).toBe(true);
  });

  it('of AWS is forgotten once nothing is due: only those in a row count', async () => {
    aws.fails('attach', new AwsFailure({ reason: 'aws_unavailable' }, undefined, 'account'));
    await install(lay('shop.example.com'));
    await receive();
    expect((await ports.awsWork.state(PLACE)).throttles).toBe(1);
    await untilQuiet();
    expect((await ports.awsWork.state(PLACE)).throttles).toBe(0);
  });

  it('of our own for one certificate holds up no other, and is in the log', async () => {
    ports.openSealed.mockRejectedValueOnce(new Error('it can not be opened'));
    await install(lay('a.example.com', { domainId: 1 }));
    await install(lay('b.example.com', { domainId: 2 }));
    expect(await receive()).toEqual([]);
    expect(log).toHaveBeenCalledWith('error', expect.any(String), expect.objectContaining({ hostname: 'a.example.com' }));
    expect(installer(albServer).confirms(rowOf('b.example.com'), [])).toBe(true);
    await passed(61);
    expect(installer(albServer).confirms(rowOf('a.example.com'), [])).toBe(true);
  });
});

describe('what happens while a certificate is worked on', () => {
  /** Runs `act` just before the certificate is attached. */
  function meanwhile(act: () => unknown) {
    const { attach } = aws.account.balancer;
    aws.account.balancer.attach = async (...of) => {
      aws.account.balancer.attach = attach;
      await act();
      return attach(...of);
    };
  }

  it('as its renewal is not forgotten when it is done', async () => {
    meanwhile(async () => {
      later(1);
      await install(lay('shop.example.com', { facts: facts('b2'), atAws: rowOf('shop.example.com').atAws }));
    });
    await install(lay('shop.example.com'));
    await receive();
    await untilQuiet();
    expect([...aws.held.values()]).toMatchObject([{ fingerprint: facts('b2').fingerprintSha256 }]);
    expect(work()).toEqual([]);
  });

  it('as a check of its account is not overwritten by what was counted before', async () => {
    const access = { checkedAt: addSeconds(NOW, 1), quotas: [{ name: 'certificates_per_load_balancer', used: 9, limit: 50 }] };
    meanwhile(() => put({ ...serverRow(), ...keys.server('org_A', albServer.id), access }));
    await installed('shop.example.com');
    expect(serverRow()).toMatchObject({ access });
  });

  it('as a check that makes its work due is seen by a run that was about to rest', async () => {
    const { awsWork: lists } = ports;
    await install(lay('shop.example.com'));
    const [one] = await Promise.all([lists.first(PLACE, now), lists.take(PLACE, now, addSeconds(now, HELD_SECONDS))]);
    await lists.postpone(one as AwsWork, addSeconds(now, 600));
    const seen = await lists.state(PLACE);
    expect(await lists.first(PLACE, now)).toBeUndefined();
    expect(await lists.hurry(PLACE, 'org_A', albServer.id, now)).toBe(1);
    expect(await lists.rest(PLACE, seen)).toBe(false);
  });
});

describe('the age of what is due', () => {
  const measured = () => log.mock.calls.findLast(([, text]) => text === 'AWS accounts')?.[2].measured;

  it('is that of the oldest, however urgent it is, also while a message is under way', async () => {
    const notAfter = addSeconds(NOW, 86_400);
    const atAws = { certificateArn: 'arn:1', fingerprintSha256: 'old', notAfter, attachedAt: NOW.toISOString() };
    await install(lay('renewed.example.com', { domainId: 1, atAws }));
    later(4_000);
    await install(lay('a.example.com', { domainId: 2 }));
    await install(lay('b.example.com', { domainId: 3 }));
    await receive();
    await wakeDueWork(ports);
    expect(measured()).toEqual({ AwsWorkSeconds: 4_000 });
    await untilQuiet();
    await wakeDueWork(ports);
    expect(measured()).toEqual({ AwsWorkSeconds: 0 });
  });

  it('does not count the time in which it waited after a failure', async () => {
    aws.fails('import', failure('certificate_unsupported'));
    await install(lay('shop.example.com'));
    await receive();
    later(4_000);
    await wakeDueWork(ports);
    expect(measured()).toEqual({ AwsWorkSeconds: 0 });
    await ports.awsWork.hurry(PLACE, 'org_A', albServer.id, now);
    later(5);
    await wakeDueWork(ports);
    expect(measured()).toEqual({ AwsWorkSeconds: 5 });
  });
});

describe('a denied action', () => {
  const denied = (resource: string) =>
    failure('action_denied', {
      action: 'acm:ImportCertificate',
      observed: `AccessDeniedException: User: u is not authorized to perform: acm:ImportCertificate on resource: ${resource} because …`,
    });
  const any = 'arn:aws:acm:eu-north-1:111122223333:certificate/*';

  it('on one certificate, whose tag somebody has removed, is of that one alone', async () => {
    aws.fails('import', denied(any.replace('*', '0f3c')));
    await install(lay('shop.example.com'));
    await receive();
    expect(rowOf('shop.example.com').atAws?.problem?.reason).toBe('action_denied');
    expect(installer(serverRow()).isReady()).toBe(true);
  });

  it('on all of them is of the server, and its role is assumed anew: the session may have been revoked', async () => {
    const { forget } = ports.roles;
    aws.fails('import', denied(any));
    await install(lay('shop.example.com'));
    await receive();
    expect(installer(serverRow()).isReady()).toBe(false);
    expect(forget).toHaveBeenCalledWith(expect.objectContaining({ organizationId: 'org_A', roleArn: albServer.roleArn }));
  });

  it('on a rule at a former listener says nothing about its server', async () => {
    const { organizationId, roleArn, label } = albServer;
    const of = { ...PLACE, kind: 'rule' as const, organizationId, serverId: albServer.id, roleArn, label };
    const wake = { id: 'evt_01HZZZZZZZZZZZZZZZZZZZZZZZ', createdAt: NOW.toISOString() };
    await ports.awsWork.add({ ...of, hostname: '', listenerArn: HTTP_LISTENER, urgency: '0' }, wake);
    aws.fails('remove-redirect', failure('action_denied', { action: 'elasticloadbalancing:DeleteRule' }));
    await receive();
    expect(installer(serverRow()).isReady()).toBe(true);
    expect(work()).toHaveLength(1);
  });

  it('says nothing about a server that has the id of a deleted one, in another account', async () => {
    await installed('shop.example.com');
    await remove('shop.example.com');
    const listenerArn = albServer.listenerArn.replace(PLACE.accountId, '444455556666');
    put({ ...keys.server('org_A', albServer.id), ...albServer, listenerArn });
    lay('shop.example.com');
    aws.open.mockRejectedValueOnce(failure('role_not_assumable'));
    await receive();
    expect(installer(serverRow()).isReady()).toBe(true);
    expect(rowOf('shop.example.com').atAws?.problem).toBeUndefined();
    expect(work()).toHaveLength(1);
  });
});
