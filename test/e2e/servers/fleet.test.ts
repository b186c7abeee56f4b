import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { presignIdentity } from '../../../agent/machine/aws-identity.gateway.ts';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../agent/machine/public-keys.ts';
import { enrollAt, nonceAt } from '../../../agent/service/edge.gateway.ts';
import { identityHeader } from '../../../contract/http/identity-header.ts';
import type { CloudFile } from '../../../local/connection.ts';
import { NODE, PROJECT } from '../../../local/machine/environment.ts';
import { daemonSet, sandbox, taskCommand, userData } from '../../docs/fleets/fleet-recipes.ts';
import { api, connection, stateDir } from '../cloud.ts';
import { callAgentWith } from './web-servers/agent-program.ts';

const { aws_endpoint_url: endpoint, region }: CloudFile = JSON.parse(await readFile(join(stateDir, 'cloud.json'), 'utf8'));
const ACCOUNT = '111122223333';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/fleet/web`;

/** Temporary credentials of a role, as EC2, ECS or EKS provide them, from MiniStack's STS. */
async function credentialsOf(roleArn: string, session: string): Promise<Record<string, string>> {
  const query = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: roleArn, RoleSessionName: session };
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/sts/aws4_request, SignedHeaders=host, Signature=x`;
  const answer = await fetch(endpoint, { method: 'POST', headers: { authorization }, body: new URLSearchParams(query) });
  const text = await answer.text();
  const value = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(text)?.[1] ?? `no ${name} in ${text}`;
  return {
    AWS_ACCESS_KEY_ID: value('AccessKeyId'),
    AWS_SECRET_ACCESS_KEY: value('SecretAccessKey'),
    AWS_SESSION_TOKEN: value('SessionToken'),
    AWS_REGION: region,
    AWS_ENDPOINT_URL: endpoint,
  };
}
const newFolder = () => mkdtemp(join(tmpdir(), 'cps-fleet-'));
async function newServer(config: object = {}): Promise<number> {
  const { status, body } = await api<{ id: number }>('POST', '/servers', { body: { config } });
  expect(status).toBe(201);
  return body.id;
}
async function machinesOf(server: number): Promise<string[]> {
  const { body } = await api<{ data: { name: string }[] }>('GET', `/servers/${server}/enrollments`);
  return body.data.map(({ name }) => name);
}

describe('a machine with an AWS role', () => {
  it('enrolls at boot without a token, and every further boot changes nothing', async () => {
    const server = await newServer({ machine_roles: [ROLE] });
    const [dir, variables] = [await newFolder(), await credentialsOf(ROLE, 'i-0123456789abcdef0')];
    const place = `${connection.organization_id}/${server}`;
    const boot = () =>
      callAgentWith(
        variables,
        'enroll',
        '--aws',
        '--site',
        connection.site_url,
        '--server',
        place,
        '--name',
        'web-1',
        '--dir',
        dir,
      );
    expect(await boot()).toContain('"message":"enrolled"');
    expect(await boot()).toContain('"message":"already enrolled"');
    expect(await machinesOf(server)).toEqual(['web-1']);
  });

  it.each([
    ['of another account', ROLE.replace(ACCOUNT, '999988887777')],
    ['that the server does not name', ROLE.replace('/web', '/database')],
  ])('does not enroll with a role %s, and is told which role it has', async (_, role) => {
    const server = await newServer({ machine_roles: [ROLE] });
    const variables = await credentialsOf(role, 'i-0');
    const place = `${connection.organization_id}/${server}`;
    const refused = callAgentWith(
      ...([variables, 'enroll', '--aws', '--site', connection.site_url, '--server', place] as const),
      ...(['--dir', await newFolder()] as const),
    );
    const session = role.replace(':iam:', ':sts:').replace('role/fleet', 'assumed-role').concat('/i-0');
    await expect(refused).rejects.toMatchObject({ stdout: expect.stringContaining(session) });
    expect(await machinesOf(server)).toEqual([]);
  });

  it('is the same machine when it sends again what it has signed, as it heard no answer', async () => {
    const serverId = await newServer({ machine_roles: [ROLE] });
    Object.assign(process.env, await credentialsOf(ROLE, 'i-1'));
    const keys = publicKeys(await newIdentity());
    const at = { organization_id: connection.organization_id, server_id: serverId };
    const given = await nonceAt(connection.site_url, { ...at, ...keys });
    if (given.kind !== 'answered') throw new Error(`no nonce: ${JSON.stringify(given)}`);
    const { nonce } = given.body;
    const machine = {
      organizationId: at.organization_id,
      serverId,
      signingKey: keys.signing_jwk,
      encryptionKey: keys.encryption_jwk,
    };
    const url = await presignIdentity(identityHeader(nonce, machine));
    const enroll = () => enrollAt(connection.site_url, { ...keys, name: 'web', aws_identity: { ...at, nonce, url } });
    const first = await enroll();
    expect(first.kind).toBe('answered');
    expect(await enroll()).toEqual(first);
    expect(await machinesOf(serverId)).toEqual(['web']);
  });
});

it('a fleet enrolls by a reusable token up to its bound, until it is revoked', async () => {
  const server = await newServer();
  const body = { reusable: true, max_machines: 3, expires_in_days: 1 };
  const made = await api<{ token: string; id: string }>('POST', `/servers/${server}/enrollments`, { body });
  expect(made.status).toBe(201);
  const { token, id } = made.body;
  const enroll = async () => enrollAt(connection.site_url, { token, name: 'web', ...publicKeys(await newIdentity()) });
  const keys = publicKeys(await newIdentity());
  const repeated = () => enrollAt(connection.site_url, { token, name: 'web', ...keys });
  const [first, ...others] = await Promise.all([repeated(), enroll(), repeated()]);
  expect(others.map(({ kind }) => kind)).toEqual(['answered', 'answered']);
  expect(others[1]).toEqual(first);
  const tokens = `/servers/${server}/enrollment-tokens`;
  expect((await api('GET', tokens)).body).toMatchObject({ data: [{ id, max_machines: 3, machines_enrolled: 2 }] });
  expect((await api('DELETE', `${tokens}/${id}`)).status).toBe(200);
  expect((await enroll()).kind).toBe('refused');
  expect((await api('GET', tokens)).body).toMatchObject({ data: [] });
});

// The recipes of docs/servers/, with credentials from the sources of EC2, ECS and EKS.

const imds = (credentials: Record<string, string>) => ({
  '/latest/api/token': 'a-token',
  '/latest/meta-data/placement/region': region,
  '/latest/meta-data/iam/security-credentials/': 'web',
  '/latest/meta-data/iam/security-credentials/web': JSON.stringify({ Code: 'Success', Type: 'AWS-HMAC', ...asJson(credentials) }),
});
function asJson({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: Record<string, string>) {
  const Expiration = new Date(Date.now() + 3_600_000).toISOString();
  const rest = { Token: AWS_SESSION_TOKEN, Expiration, LastUpdated: new Date().toISOString() };
  return { AccessKeyId: AWS_ACCESS_KEY_ID, SecretAccessKey: AWS_SECRET_ACCESS_KEY, ...rest };
}

/** A metadata server, in place of the link-local address. */
async function metadataWith(answers: Record<string, string>): Promise<string> {
  const metadata = createServer(({ url = '' }, response) => {
    const text = answers[url];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void metadata.close());
  return `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`;
}

const AGENT = `case "$1" in enroll) exec ${NODE} ${PROJECT}/agent/main.ts "$@";; esac`;
const variables = { AWS_ENDPOINT_URL: endpoint };

describe('a recipe', () => {
  it('of an Auto Scaling group: its user data enrolls an instance by the role that the metadata service gives', async () => {
    const server = await newServer({ machine_roles: [ROLE] });
    const metadata = await metadataWith(imds(await credentialsOf(ROLE, 'i-2')));
    const machine = await sandbox({ agent: AGENT });
    const script = userData({ Site: connection.site_url, Server: `${connection.organization_id}/${server}` });
    await machine.run(script, { ...variables, AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata });
    expect(await machinesOf(server)).toHaveLength(1);
    await machine.run(script, { ...variables, AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata });
    expect(await machinesOf(server)).toHaveLength(1);
  });

  it('of a task: its command enrolls by the task role', async () => {
    const server = await newServer({ machine_roles: [ROLE] });
    const metadata = await metadataWith({ '/credentials': JSON.stringify(asJson(await credentialsOf(ROLE, 'task'))) });
    const machine = await sandbox({ agent: AGENT });
    const command = taskCommand({ Site: connection.site_url, Server: `${connection.organization_id}/${server}` });
    const ofTheTask = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${metadata}/credentials`, AWS_REGION: region };
    await machine.run(command, { ...variables, ...ofTheTask });
    expect((await machine.calls()).at(-1)).toMatch(/^cps-agent run /);
    expect(await machinesOf(server)).toHaveLength(1);
  });

  it('of a DaemonSet: its first container enrolls by the role of the service account', async () => {
    const server = await newServer({ machine_roles: [ROLE] });
    const machine = await sandbox({ agent: AGENT });
    await writeFile(join(machine.root, 'token'), 'a.b.c');
    const { args = [] } = daemonSet().spec.template.spec.initContainers.find(({ name }) => name === 'enroll') ?? {};
    const place = {
      'https://your-api.example.com': connection.site_url,
      'org_01EXAMPLE/1': `${connection.organization_id}/${server}`,
    };
    const words = ['cps-agent', ...args.map((word) => (word in place ? place[word as keyof typeof place] : word))];
    const ofThePod = { AWS_WEB_IDENTITY_TOKEN_FILE: join(machine.root, 'token'), AWS_ROLE_ARN: ROLE, AWS_REGION: region };
    await machine.run(words.join(' '), { ...variables, ...ofThePod });
    expect(await machinesOf(server)).toHaveLength(1);
  });
});
