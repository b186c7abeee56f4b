import { describe, expect, it } from 'vitest';
import { publicKeys } from '../../../agent/machine/public-keys.ts';
import { cursorAfterPage, encodeCursor, initialCursor } from '../../../lambdas/agent-api/list-changes.ts';
import type { AnnouncedCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW, SECOND } from '../a-domain.ts';
import { openSealed } from './agent-ports.ts';
import { clock, edgeHolds, enrollments, requests, rowsOf, send } from './agents-endpoint.ts';
import { announced, announcedRemoval, identity, request, server, signedRequest } from './an-agent.ts';

// An attacker captures an agent's request and repeats it unchanged while its signature is valid.

const HOSTNAME = 'shop.customer.com';
const rowKey = `SERVER#org_A#1|CERT#${HOSTNAME}`;
const serverKey = `ORG#org_A|${keys.server('org_A', 1).sk}`;
const upToDate = encodeCursor(cursorAfterPage(initialCursor, [], undefined, server.revision));
const REFUSED = { status: 409, json: { error: { code: 'conflict' } } };
const AT_THE_END = later(60 * SECOND);

type Items = ReturnType<typeof edgeHolds>;
const copyOf = (items: Items) => structuredClone(Object.fromEntries(items));
const entriesOf = (items: Items, prefix: string) => [...items.keys()].filter((key) => key.startsWith(prefix));
const reportOf = (shown: object) =>
  signedRequest({
    method: 'POST',
    path: '/edge/v1/reports',
    body: JSON.stringify({ handshakes: [{ hostname: HOSTNAME, ...shown }] }),
  });
const served = { fingerprint_sha256: 'ab'.repeat(32) };

describe('a poll with news that is sent again', () => {
  it.each<[string, AnnouncedCertificate]>([
    ['a private key', announced(HOSTNAME, 0)],
    ['a removal', announcedRemoval(HOSTNAME, 0)],
  ])('gets none of it, changes nothing, and opens no private key: %s', async (_, certificate) => {
    const items = edgeHolds([certificate]);
    const poll = await signedRequest();
    expect((await send(poll)).json.changes).toHaveLength(1);
    const [before, opened] = [copyOf(items), openSealed.mock.calls.length];
    clock.now = AT_THE_END;
    const { status, json } = await send(poll);
    expect({ status, json }).toMatchObject(REFUSED);
    expect(JSON.stringify(json)).not.toContain(HOSTNAME);
    expect(copyOf(items)).toEqual(before);
    expect(openSealed).toHaveBeenCalledTimes(opened);
  });

  it('of several copies of a poll at the same moment one is answered, with one record of the release', async () => {
    const items = edgeHolds([announced(HOSTNAME, 0)]);
    const poll = await signedRequest();
    const answers = await Promise.all([send(poll), send(poll), send(poll)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(entriesOf(items, 'AUDIT#')).toHaveLength(1);
    expect(openSealed).toHaveBeenCalledTimes(1);
  });

  it('a poll whose answer was lost does not keep its machine from asking again', async () => {
    edgeHolds([announced(HOSTNAME, 0)]);
    for (const _ of [1, 2]) expect((await send(await signedRequest())).json.changes).toHaveLength(1);
  });
});

describe('a quiet poll that is sent again', () => {
  it('costs one read, and changes nothing', async () => {
    const items = edgeHolds([]);
    const poll = await signedRequest({ query: `since=${upToDate}` });
    await send(poll);
    const before = copyOf(items);
    clock.now = AT_THE_END;
    expect((await send(poll)).json).toEqual({
      changes: [],
      hostnames: [],
      cursor: upToDate,
      place: `0.${server.revision}`,
      poll_after_seconds: 60,
    });
    expect(requests()).toEqual(['BatchGetItem', 'BatchGetItem']);
    expect(copyOf(items)).toEqual(before);
  });

  it('cannot make its machine look alive for longer than it was', async () => {
    const anHourAgo = { lastSeenAt: iso(-HOUR) };
    const items = edgeHolds([], anHourAgo, anHourAgo);
    const heldBack = await signedRequest({ query: `since=${upToDate}` });
    clock.now = AT_THE_END;
    expect((await send(heldBack)).status).toBe(200);
    expect(items.get(serverKey)).toMatchObject({ lastSeenAt: NOW.toISOString() });
    expect(items.get('SERVER#org_A#1|MACHINE#mch_1')).toMatchObject({ lastSeenAt: NOW.toISOString() });
  });

  it('gets what its machine would have got, once, if there is news meanwhile', async () => {
    const items = edgeHolds([]);
    const poll = await signedRequest({ query: `since=${upToDate}` });
    await send(poll);
    items.set(serverKey, { ...items.get(serverKey), revision: server.revision + 1 });
    for (const row of rowsOf(announced(HOSTNAME, SECOND))) items.set(`${row.pk}|${row.sk}`, row);
    expect((await send(poll)).json.changes).toMatchObject([{ hostname: HOSTNAME, private_key_jwe: expect.any(String) }]);
    expect(await send(poll)).toMatchObject(REFUSED);
    expect(entriesOf(items, 'AUDIT#')).toHaveLength(1);
  });
});

describe('a report that is sent again', () => {
  it('does not replace a newer one', async () => {
    const items = edgeHolds([announced(HOSTNAME, 0)]);
    const [failing, fine] = [await reportOf({ error: 'ECONNREFUSED' }), await reportOf(served)];
    for (const report of [failing, fine]) expect(await send(report)).toEqual({ status: 200, json: { accepted: 1 } });
    const before = copyOf(items);
    clock.now = AT_THE_END;
    for (const report of [failing, fine]) expect(await send(report)).toMatchObject(REFUSED);
    expect(copyOf(items)).toEqual(before);
    expect(items.get(rowKey)).toMatchObject({ handshakes: { mch_1: { shown: `sha256:${'ab'.repeat(32)}` } } });
  });

  it('does not say that a certificate is served after its machine has said that it is not', async () => {
    const items = edgeHolds([announced(HOSTNAME, 0)]);
    const [fine, failing] = [await reportOf(served), await reportOf({ error: 'ECONNREFUSED' })];
    for (const report of [fine, failing, fine]) await send(report);
    expect(items.get(rowKey)).toMatchObject({ handshakes: { mch_1: { shown: 'error:ECONNREFUSED' } } });
  });
});

describe('an enrollment that is sent again', () => {
  it('is answered the same machine, and enrolls nobody', async () => {
    const items = edgeHolds([]);
    const token = `enr_${'a'.repeat(43)}`;
    const audit = { id: 'aud_0', at: NOW.toISOString(), organizationId: 'org_A', action: 'enrollment.created' };
    const by = { resource: { type: 'server' as const, id: '1' }, actor: { type: 'administrator' as const } };
    const enrollment = { organizationId: 'org_A', serverId: 1, label: server.label, validUntil: iso(HOUR) };
    await enrollments.create(enrollment, token, { ...audit, ...by });
    const body = JSON.stringify({ token, name: 'web 2', ...publicKeys(identity) });
    const enroll = request({ method: 'POST', path: '/edge/v1/machines', body });
    const { status, json } = await send(enroll);
    expect(status).toBe(201);
    const before = copyOf(items);
    expect(await send(enroll)).toMatchObject({ status: 201, json });
    expect(copyOf(items)).toEqual(before);
  });
});

describe('the record of a used signature', () => {
  it('outlives the signature, and expires some minutes later', async () => {
    const items = edgeHolds([announced(HOSTNAME, 0)]);
    await send(await signedRequest({}, identity, AT_THE_END));
    const [note = ''] = entriesOf(items, 'SIGNATURE#mch_1#');
    expect(items.get(note)).toMatchObject({ expiresAtSeconds: later(7 * 60 * SECOND).getTime() / SECOND });
  });
});
