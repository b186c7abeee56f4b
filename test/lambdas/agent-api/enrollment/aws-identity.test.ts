import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presignIdentity } from '../../../../agent/machine/aws-identity.gateway.ts';
import { newIdentity } from '../../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../../agent/machine/public-keys.ts';
import { identityHeader } from '../../../../contract/http/identity-header.ts';
import type { MachineKeys } from '../../../../lambdas/agent-api/edge.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { later, NOW, SECOND } from '../../a-domain.ts';
import { askSts, clock, edgeHolds, log, meanwhile, requests, send } from '../agents-endpoint.ts';
import { request, server } from '../an-agent.ts';

const ROLE = 'arn:aws:iam::111122223333:role/web/frontend';
const ARN = 'arn:aws:sts::111122223333:assumed-role/frontend/i-0123456789abcdef0';
const serverKey = `ORG#org_A|${keys.server('org_A', 1).sk}`;
const ours = publicKeys(await newIdentity());
const at = { organization_id: 'org_A', server_id: 1 };
const answerOf = (arn: string) =>
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">\n  <GetCallerIdentityResult>\n` +
  `    <Arn>${arn}</Arn>\n    <UserId>AROAEXAMPLE:i-0</UserId>\n    <Account>111122223333</Account>\n` +
  `  </GetCallerIdentityResult>\n</GetCallerIdentityResponse>`;

/** AWS STS: accepts a request signed with the machine's secret key, and names its role. */
function stsSays(arn: string) {
  askSts.mockImplementation(async ({ origin, pathAndQuery, header }) =>
    `${origin}${pathAndQuery}` === (await presignIdentity(header))
      ? { kind: 'answer', text: answerOf(arn) }
      : { kind: 'refused' },
  );
}
const holds = (changes: object = { machineRoles: [ROLE] }) => edgeHolds([], changes);
const machinesIn = (items: ReturnType<typeof edgeHolds>) =>
  [...items.keys()].flatMap((key) => /\|MACHINE#(mch_\w+)$/.exec(key)?.slice(1) ?? []);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAEXAMPLEEXAMPLE00');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'to/ken+with==');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  for (const name of ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_STS']) vi.stubEnv(name, undefined);
  askSts.mockClear();
  stsSays(ARN);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const post = (path: string, body: object) => send(request({ method: 'POST', path, body: JSON.stringify(body) }));
async function nonceFor(machine: MachineKeys = ours, place = at): Promise<string> {
  const { status, json } = await post('/edge/v1/nonces', { ...place, ...machine });
  expect(status).toBe(201);
  return json.nonce;
}
function headerOf(nonce: string, { signing_jwk: signingKey, encryption_jwk: encryptionKey }: MachineKeys, place = at) {
  return identityHeader(nonce, { organizationId: place.organization_id, serverId: place.server_id, signingKey, encryptionKey });
}
async function proofOf(changes: { nonce?: string; url?: string } = {}) {
  const nonce = changes.nonce ?? (await nonceFor());
  return { ...at, nonce, url: changes.url ?? (await presignIdentity(headerOf(nonce, ours))) };
}
const enroll = (aws_identity: object, machine: MachineKeys = ours) =>
  post('/edge/v1/machines', { ...machine, name: 'web', aws_identity });

describe('a machine whose AWS role is one of the server', () => {
  it('enrolls without a token, and its record says who AWS says that it is', async () => {
    const items = holds();
    const { status, json } = await enroll(await proofOf());
    expect([status, json]).toEqual([201, { machine_id: expect.stringMatching(/^mch_/), organization_id: 'org_A', server_id: 1 }]);
    expect(machinesIn(items)).toContain(json.machine_id);
    const entries = [...items].filter(([key]) => key.startsWith('AUDIT#')).map(([, entry]) => entry);
    expect(entries).toEqual([
      expect.objectContaining({ action: 'machine.enrolled', after: { server_id: 1, name: 'web', aws_identity: ARN } }),
    ]);
    expect(JSON.stringify([[...items.values()], log.mock.calls])).not.toMatch(/to\/ken|to%2Fken|X-Amz/);
  });

  it('is the same machine by the same keys, also where it asks twice at the same moment, or by another proof', async () => {
    const items = holds();
    const proof = await proofOf();
    const answers = await Promise.all([enroll(proof), enroll(proof)]);
    clock.now = later(200 * SECOND);
    answers.push(await enroll(proof), await enroll(await proofOf()));
    const [first] = answers;
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, json: first?.json });
    expect(machinesIn(items)).toHaveLength(2);
  });

  it.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_STS'])('enrolls with an empty %s in its environment', async (name) => {
    holds();
    vi.stubEnv(name, '');
    expect((await enroll(await proofOf())).status).toBe(201);
  });

  it('is enrolled once by one proof: revoked, it needs another', async () => {
    const items = holds();
    const proof = await proofOf();
    const { machine_id } = (await enroll(proof)).json;
    items.delete(`SERVER#org_A#1|MACHINE#${machine_id}`);
    expect((await enroll(proof)).status).toBe(401);
    const { status, json } = await enroll(await proofOf());
    expect(status).toBe(201);
    expect(json.machine_id).not.toBe(machine_id);
  });

  it('gets no second answer after a PATCH that names others', async () => {
    const items = holds();
    await enroll(await proofOf());
    items.set(serverKey, { ...items.get(serverKey), machineRoles: [`${ROLE}-other`] });
    expect((await enroll(await proofOf())).status).toBe(401);
  });

  it('is decided again where another machine came in between', async () => {
    const items = holds();
    const proof = await proofOf();
    meanwhile(() => Object.assign(Object(items.get(serverKey)), { revision: 8 }));
    expect((await enroll(proof)).status).toBe(201);
  });

  it('is not let in once its role was taken away, also while STS answers', async () => {
    const items = holds();
    const proof = await proofOf();
    askSts.mockImplementation(async () => {
      items.set(serverKey, { ...items.get(serverKey), machineRoles: [] });
      return { kind: 'answer', text: answerOf(ARN) };
    });
    expect((await enroll(proof)).status).toBe(401);
    expect(machinesIn(items)).toEqual(['mch_1']);
  });
});

describe('a machine is refused, in the same words whatever is wrong, and nothing is written', () => {
  it.each([
    ['a role of the same name in another account', 'arn:aws:sts::999999999999:assumed-role/frontend/i-0'],
    ['another role of the account', 'arn:aws:sts::111122223333:assumed-role/backend/i-0'],
    ['a role whose name only begins so', 'arn:aws:sts::111122223333:assumed-role/frontend2/i-0'],
    ['a session that is named like the role', 'arn:aws:sts::111122223333:assumed-role/backend/frontend'],
    ['the role in another partition', 'arn:aws-cn:sts::111122223333:assumed-role/frontend/i-0'],
    ['a user', 'arn:aws:iam::111122223333:user/frontend'],
    ['the root user', 'arn:aws:iam::111122223333:root'],
    ['a federated user', 'arn:aws:sts::111122223333:federated-user/frontend'],
  ])('%s', async (_, arn) => {
    const items = holds();
    stsSays(arn);
    const { status, json } = await enroll(await proofOf());
    expect([status, json.error.code]).toEqual([401, 'invalid_agent_credentials']);
    expect(machinesIn(items)).toEqual(['mch_1']);
  });

  it.each([
    ['has no roles', {}],
    ['has an empty list of them', { machineRoles: [] }],
  ])('where the server %s, without a question to STS', async (_, changes) => {
    holds(changes);
    expect((await enroll(await proofOf())).status).toBe(401);
    expect(askSts).not.toHaveBeenCalled();
  });

  it('with a nonce that is not ours, too old, or for other keys or another server', async () => {
    holds();
    const others = publicKeys(await newIdentity());
    const ofOthers = await nonceFor(others);
    const elsewhere = await nonceFor(ours, { ...at, server_id: 2 });
    const tooOld = await proofOf();
    for (const proof of [
      await proofOf({ nonce: ofOthers }),
      await proofOf({ nonce: elsewhere }),
      await proofOf({ nonce: `${Math.floor(NOW.getTime() / 1000) + 999}.${'A'.repeat(22)}.${'A'.repeat(43)}` }),
      await proofOf({ nonce: 'x' }),
    ])
      expect((await enroll(proof)).status).toBe(401);
    clock.now = later(300 * SECOND);
    expect((await enroll(tooOld)).status).toBe(401);
    expect(askSts).not.toHaveBeenCalled();
  });

  it('with a signature that another service got from the machine for a nonce of ours: it is for the keys of the machine', async () => {
    holds();
    const attackers = publicKeys(await newIdentity());
    const nonce = await nonceFor(attackers);
    // The signature covers a hash of the machine's own keys, so it proves nothing for the attacker's keys.
    const url = await presignIdentity(headerOf(nonce, ours));
    expect((await enroll({ ...at, nonce, url }, attackers)).status).toBe(401);
    expect(askSts).toHaveBeenCalledTimes(1);
  });

  it('where STS itself refuses', async () => {
    holds();
    askSts.mockResolvedValue({ kind: 'refused' });
    expect((await enroll(await proofOf())).status).toBe(401);
  });
});

it('a machine is told to come again where STS gives no answer, and its proof is not spent', async () => {
  holds();
  const proof = await proofOf();
  askSts.mockResolvedValueOnce({ kind: 'failed', reason: 'ETIMEDOUT' });
  const { status, json } = await enroll(proof);
  expect([status, json.error.message]).toEqual([503, expect.stringContaining('AWS STS')]);
  expect((await enroll(proof)).status).toBe(201);
});

it.each([
  [301, /301 s behind/],
  [-301, /301 s ahead/],
])('a machine whose clock is %d s off is told so', async (seconds, words) => {
  holds();
  const nonce = await nonceFor();
  vi.setSystemTime(later(-seconds * SECOND));
  const url = await presignIdentity(headerOf(nonce, ours));
  const { status, json } = await enroll(await proofOf({ nonce, url }));
  expect([status, json.error.details.errors.aws_identity]).toEqual([422, [expect.stringMatching(words)]]);
  expect(askSts).not.toHaveBeenCalled();
});

it.each([
  ['both a token and an identity', { token: 'enr_1', aws_identity: { ...at, nonce: 'n', url: 'u' } }],
  ['neither', {}],
])('a request with %s is refused', async (_, right) => {
  holds();
  expect((await post('/edge/v1/machines', { ...ours, name: 'web', ...right })).status).toBe(422);
});

it('a nonce is given without a look at the table: whether there is such a server is told to nobody', async () => {
  holds();
  const [known, unknown] = [await nonceFor(ours), await nonceFor(ours, { organization_id: 'org_Z', server_id: 77 })];
  expect(unknown.length).toBe(known.length);
  expect(requests()).toEqual([]);
  expect(server.machineRoles).toBeUndefined();
});
