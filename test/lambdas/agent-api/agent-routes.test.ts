import { BatchGetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { agentRoutes } from '../../../lambdas/agent-api/agent-routes.ts';
import { CertificatesAnswer } from '../../../lambdas/agent-api/edge.schema.ts';
import { cursorAfterPage, encodeCursor, initialCursor } from '../../../lambdas/agent-api/list-changes.ts';
import type { AnnouncedCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { AgentServer, Machine } from '../../../lambdas/model/servers/server.schema.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW, SECOND } from '../a-domain.ts';
import { dynamo } from '../api/api-caller.ts';
import { holdItems, requestsTo } from '../held-items.ts';
import { agentPorts, openSealed } from './agent-ports.ts';
import { announced, announcedRemoval, identity, machine, rowOf, server, signedRequest } from './an-agent.ts';

const routes = agentRoutes(agentPorts({ newId: (prefix) => `${prefix}_10` }, {}));
const call = (request: HttpRequest) => {
  const route = routes.find(({ method, path }) => method === request.method && path === request.path);
  if (!route) throw new Error('no such route');
  return route.handle(request);
};
const poll = async (query = '') => CertificatesAnswer.parse((await call(await signedRequest({ query }))).json);

let certificatesHeld: readonly object[] = [];
/** Sets the server, its machine and the certificates that reads return. */
const serverIs = (changes: Partial<AgentServer> = {}, ofMachine: Partial<Machine> = {}) => {
  const key = keys.server('org_A', 1);
  const found = [
    { ...key, ...server, lastSeenAt: iso(0), ...changes },
    rowOf({ ...machine, stepDueAt: iso(750 * SECOND), ...ofMachine }),
  ];
  dynamo.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const isOfTheMachine = RequestItems.table.Keys.some(({ sk }: { sk: string }) => sk === key.sk);
    return { Responses: { table: isOfTheMachine ? found : certificatesHeld } };
  });
};
const requests = () => requestsTo(dynamo);
const seen = encodeCursor(cursorAfterPage(initialCursor, [], undefined, server.revision));

beforeEach(() => {
  dynamo.reset();
  openSealed.mockClear();
  certificatesHeld = [];
  serverIs();
});

describe('a poll with nothing new', () => {
  it('takes exactly one request, eventually consistent, for the machine and its server, and writes nothing', async () => {
    expect(await poll(`since=${seen}`)).toEqual({
      ...{ changes: [], hostnames: [], cursor: seen },
      ...{ place: `0.${server.revision}`, poll_after_seconds: 60 },
    });
    expect(requests()).toEqual(['BatchGetItem']);
    expect(dynamo.call(0).args[0].input).toMatchObject({ RequestItems: { table: { ConsistentRead: false } } });
  });

  it('is told to come back soon while a domain is being installed', async () => {
    serverIs({ installingUntil: iso(SECOND) });
    expect((await poll(`since=${seen}`)).poll_after_seconds).toBe(2);
    serverIs({ installingUntil: iso(0) });
    expect((await poll(`since=${seen}`)).poll_after_seconds).toBe(60);
  });

  it.each([
    ['has nothing left to show', 'awaiting=0', -30, 60],
    ['has something left to show', 'awaiting=1', -30, 2],
    ['has nothing left to show of what it was told less than 30 s ago', 'awaiting=0', -29, 2],
    ['says what nobody can read', 'awaiting=many', -30, 2],
  ])('of a machine that %s is told when to come back', async (_, query, toldSecondsAgo, expected) => {
    serverIs({ installingUntil: iso(SECOND) });
    const told = cursorAfterPage(
      initialCursor,
      [announced('shop.customer.com', toldSecondsAgo * SECOND)],
      undefined,
      server.revision,
    );
    expect((await poll(`since=${encodeCursor(told)}&${query}`)).poll_after_seconds).toBe(expected);
    expect(requests()).toEqual(['BatchGetItem']);
  });

  it.each([
    ['5 minutes', -300, 1],
    ['5 minutes and a second', -301, 2],
  ])('stores the contact of a machine last stored %s ago', async (_, secondsAgo, expected) => {
    serverIs({}, { lastSeenAt: iso(secondsAgo * SECOND) });
    dynamo.on(UpdateCommand).resolves({});
    await poll(`since=${seen}`);
    expect(requests()).toEqual(['BatchGetItem', 'UpdateItem'].slice(0, expected));
  });
});

describe('what a machine reports of its challenge path', () => {
  const poller = (changes: Partial<Machine>) => {
    const row = rowOf({ ...machine, stepDueAt: iso(750 * SECOND), ...changes });
    const { lastSeenAt = iso(0) } = changes;
    const challengePathSeenAt = changes.challengePath === 'ok' ? lastSeenAt : undefined;
    const { items } = holdItems(dynamo, [{ ...keys.server('org_A', 1), ...server, lastSeenAt, challengePathSeenAt }, row]);
    return () => ({ machine: items.get(`${row.pk}|${row.sk}`), server: items.get('ORG#org_A|SERVER#0000000000000001') });
  };

  it.each<[string, Partial<Machine>, 'ok' | 'failed', number]>([
    ['is written at once when it is said first', {}, 'ok', 3],
    ['is written at once when it is another', { challengePath: 'ok' }, 'failed', 3],
    ['is not written again while it is the same', { challengePath: 'ok' }, 'ok', 1],
    ['is written again after five minutes', { challengePath: 'ok', lastSeenAt: iso(-301 * SECOND) }, 'ok', 3],
  ])('%s', async (_, before, said, expected) => {
    const noted = poller(before);
    await poll(`since=${seen}&challenge_path=${said}`);
    expect(requests()).toEqual(['BatchGetItem', 'UpdateItem', 'UpdateItem'].slice(0, expected));
    const { machine: told, server: summary } = noted();
    expect(told).toMatchObject({ challengePath: said });
    expect(summary?.challengePathSeenAt).toBe(said === 'ok' ? iso(0) : undefined);
  });

  it('is not written if nobody can read it', async () => {
    const noted = poller({});
    await poll(`since=${seen}&challenge_path=maybe`);
    expect(requests()).toEqual(['BatchGetItem']);
    expect(noted().machine).not.toHaveProperty('challengePath');
  });
});

describe('a poll with something new', () => {
  const holds = (...certificates: AnnouncedCertificate[]) => {
    const places = certificates.map(({ changedAt, hostname }) => ({ changedAt, hostname }));
    dynamo.on(QueryCommand).resolves({ Items: places });
    certificatesHeld = certificates;
    dynamo.on(TransactWriteCommand).resolves({});
  };

  it("reads only the machine's own server", async () => {
    holds(announced('shop.customer.com', 0));
    await poll();
    expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
      ConsistentRead: true,
      Limit: 50,
      KeyConditionExpression: 'pk = :changes AND sk > :after',
      ExpressionAttributeValues: { ':changes': 'CHANGES#org_A#1' },
    });
    expect(dynamo.commandCalls(BatchGetCommand)[1]?.args[0].input.RequestItems).toEqual({
      table: { Keys: [{ pk: 'SERVER#org_A#1', sk: 'CERT#shop.customer.com' }], ConsistentRead: true },
    });
  });

  it('tells the hostnames to expect, of which there is no certificate to read, and not again', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [{ changedAt: iso(SECOND), hostname: 'new.customer.com', isExpected: true }] });
    const { changes, hostnames, cursor } = await poll();
    expect({ changes, hostnames }).toEqual({ changes: [], hostnames: ['new.customer.com'] });
    expect(requests()).toEqual(['BatchGetItem', 'Query']);
    expect((await poll(`since=${cursor}`)).hostnames).toEqual([]);
    expect(requests()).toEqual(['BatchGetItem', 'Query', 'BatchGetItem']);
  });

  it('tells of a certificate whose key can never be opened: the machine lacks it, and its next one needs a challenge', async () => {
    holds(announced('shop.customer.com', 0));
    openSealed.mockRejectedValueOnce(Object.assign(new Error('no'), { name: 'InvalidCiphertextException' }));
    expect(await poll()).toMatchObject({
      changes: [{ state: 'present', hostname: 'shop.customer.com', private_key_jwe: '' }],
    });
  });

  it('returns the private key so that only this machine can read it', async () => {
    holds(announced('shop.customer.com', 0));
    const [change] = (await poll()).changes;
    expect(change).toMatchObject({
      state: 'present',
      hostname: 'shop.customer.com',
      fingerprint_sha256: 'ab'.repeat(32),
      certificate_pem: 'CHAIN',
    });
    const jwe = change?.state === 'present' ? change.private_key_jwe : '';
    expect(jwe).not.toContain('PRIVATE');
    expect(await decryptPrivateKey(jwe, identity.encryption_jwk)).toBe('PRIVATE KEY PEM');
    await expect(decryptPrivateKey(jwe, identity.signing_jwk)).rejects.toThrow();
  });

  it('records each release of a key, apart from those of other machines that start at once', async () => {
    holds(announced('a.customer.com', 0), announced('b.customer.com', 0), announcedRemoval('gone.customer.com', 0));
    await poll();
    const [spent, check, ...written] = dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
    expect(spent?.Put?.Item).toMatchObject({ pk: expect.stringMatching(/^SIGNATURE#mch_1#/), sk: 'SIGNATURE' });
    expect(check?.ConditionCheck?.Key).toEqual(keys.machine('org_A', 1, 'mch_1'));
    expect(written.map(({ Put }) => Put?.Item)).toEqual(
      ['a.customer.com', 'b.customer.com'].map((hostname) => ({
        pk: 'AUDIT#org_A#mch_1#2026-06',
        sk: 'aud_10',
        action: 'private_key.released',
        at: NOW.toISOString(),
        serverId: 1,
        machineId: 'mch_1',
        domainId: 4_503_599_627_371,
        hostname,
        fingerprintSha256: 'ab'.repeat(32),
        expiresAtSeconds: later(400 * 24 * HOUR).getTime() / SECOND,
      })),
    );
  });

  it("an agent's poll opens no key whose release could not be put on record", async () => {
    holds(announced('shop.customer.com', 0));
    dynamo.on(TransactWriteCommand).rejects(new Error('throttled'));
    await expect(poll()).rejects.toThrow('throttled');
    expect(openSealed).not.toHaveBeenCalled();
  });

  it("an agent's poll opens no key of a certificate that was removed", async () => {
    holds(announcedRemoval('gone.customer.com', 0));
    expect((await poll()).changes).toEqual([{ state: 'removed', hostname: 'gone.customer.com' }]);
    expect(openSealed).not.toHaveBeenCalled();
    expect(requests()).toEqual(['BatchGetItem', 'Query', 'BatchGetItem', 'TransactWriteItems']);
    expect(dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toHaveLength(1);
  });

  it('is told to ask again at once where more waits, and continues from there', async () => {
    const position = { pk: 'CHANGES#org_A#1', sk: `${iso(0)}#a.customer.com` };
    holds(announced('a.customer.com', 0));
    dynamo.on(QueryCommand).resolves({ Items: [announced('a.customer.com', 0)], LastEvaluatedKey: position });
    const first = await poll();
    expect(first).toMatchObject({ poll_after_seconds: 0, place: '' });
    await poll(`since=${first.cursor}`);
    expect(dynamo.commandCalls(QueryCommand)[1]?.args[0].input.ExclusiveStartKey).toEqual(position);
  });
});

describe('a report', () => {
  const report = async (body: object) =>
    call(await signedRequest({ method: 'POST', path: '/edge/v1/reports', body: JSON.stringify(body) }));

  it("an agent's report is kept with the certificate, by machine, when it says something new", async () => {
    dynamo.on(UpdateCommand).resolves({});
    dynamo.on(TransactWriteCommand).resolves({});
    const handshakes = [
      { hostname: 'a.customer.com', fingerprint_sha256: 'cd'.repeat(32) },
      { hostname: 'b.customer.com', error: 'ECONNREFUSED' },
    ];
    expect((await report({ handshakes })).json).toEqual({ accepted: 2 });
    expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem']);
    const [first, second] = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
    expect(first).toMatchObject({
      Key: { pk: 'SERVER#org_A#1', sk: 'CERT#a.customer.com' },
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(handshakes.#machine) OR handshakes.#machine.shown <> :shown)',
      ExpressionAttributeNames: { '#machine': 'mch_1' },
    });
    expect(first?.ExpressionAttributeValues?.[':shown']).toBe(`sha256:${'cd'.repeat(32)}`);
    expect(second?.ExpressionAttributeValues?.[':shown']).toBe('error:ECONNREFUSED');
  });

  it.each([
    ['neither', [{ hostname: 'a.customer.com' }]],
    ['both', [{ hostname: 'a.customer.com', error: 'x', fingerprint_sha256: 'cd'.repeat(32) }]],
    ['no handshake', []],
    ['too many', Array.from({ length: 101 }, () => ({ hostname: 'a.customer.com', error: 'x' }))],
    ['a fingerprint that is none', [{ hostname: 'a.customer.com', fingerprint_sha256: 'CD' }]],
  ])("an agent's report with %s is refused", async (_, handshakes) => {
    await expect(report({ handshakes })).rejects.toMatchObject({ code: 'validation_error' });
  });

  describe('of what a machine serves', () => {
    const rows = () => [{ ...keys.server('org_A', 1), ...server, lastSeenAt: iso(0) }, rowOf(machine)];
    const serving = (place: string) => ({
      serving: { place, missing: [{ hostname: 'a.customer.com', error: 'ECONNREFUSED' }], missing_count: 21 },
    });

    it('is one write of its row, whatever the number of names', async () => {
      const { items } = holdItems(dynamo, rows());
      expect((await report(serving('0.7'))).json).toEqual({ accepted: 0 });
      expect(requests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
      expect(items.get('SERVER#org_A#1|MACHINE#mch_1')).toMatchObject({
        serving: { revision: 7, missing: { 'a.customer.com': 'error:ECONNREFUSED' }, missingCount: 21 },
      });
    });

    it.each(['1.7', '0.-1', 'x', '0.7.7'])(
      'is not believed of the place %s, which is none since the last restore',
      async (place) => {
        const { items } = holdItems(dynamo, rows());
        await report(serving(place));
        expect(items.get('SERVER#org_A#1|MACHINE#mch_1')).not.toHaveProperty('serving');
      },
    );

    it('is refused of a machine that was revoked meanwhile', async () => {
      const { items, meanwhile } = holdItems(dynamo, rows());
      meanwhile(() => items.delete('SERVER#org_A#1|MACHINE#mch_1'));
      await expect(report(serving('0.7'))).rejects.toMatchObject({ code: 'invalid_agent_credentials' });
      expect([...items.keys()]).toEqual([expect.stringMatching(/^ORG#/)]);
    });

    it('needs one or the other', async () => {
      await expect(report({})).rejects.toMatchObject({ code: 'validation_error' });
    });
  });
});
