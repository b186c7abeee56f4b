import type { Api } from '../api/connect.ts';
import { defineCommand } from '../command/command.ts';
import { factLines, table, toSafeText } from '../terminal/text.ts';
import { accountText, CHANGEABLE_PARAMETERS, configBody, TYPE_PARAMETERS, typeOf } from './aws-servers.ts';

const PAGE = 100;

export const list = defineCommand({
  name: 'servers list',
  says: 'lists your servers, and whether their agents call the service, or their AWS account can be worked in',
  access: 'read',
  parameters: {},
  examples: ['cps servers', 'cps servers list --json'],
  async run({ connect }) {
    const api = await connect();
    const page = await api.read((client) => client.GET('/api/servers', { params: { query: { limit: PAGE } } }));
    const rows = page.data.map(({ id, name, type, status, cname_target: target, last_seen_at: seen }) => [
      id,
      name,
      type,
      status,
      target,
      seen,
    ]);
    const text = table([['ID', 'NAME', 'TYPE', 'STATUS', 'CNAME TARGET', 'LAST SEEN'], ...rows]);
    return { json: page, text: rows.length > 0 ? text : 'There is no server yet. cps servers add creates one.' };
  },
});

export const show = defineCommand({
  name: 'servers show',
  says: 'shows a server and its machines, or what the check of its AWS account has found',
  access: 'read',
  parameters: { server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } },
  examples: ['cps servers show 1'],
  async run({ connect }, { server: id }) {
    const api = await connect();
    const params = { path: { id } };
    const server = await api.read((client) => client.GET('/api/servers/{id}', { params }));
    const text = factLines([
      ['id', server.id],
      ['name', toSafeText(server.name)],
      ['type', server.type],
      ['status', server.status],
      ['cname target', server.cname_target],
      ['address', server.address?.join(', ')],
      ['last seen', server.last_seen_at],
    ]);
    if (server.type !== 'agent') return { json: server, text: `${text}\n\n${accountText(server)}` };
    const machines = await everyMachine(api, id);
    const rows = machines.map(({ name, enrolled_at: enrolled, last_seen_at: seen }) => [name, enrolled, seen]);
    return {
      json: { ...server, machines },
      text:
        rows.length > 0
          ? `${text}\n\n${table([['MACHINE', 'ENROLLED', 'LAST SEEN'], ...rows])}`
          : `${text}\n\nNo machine is enrolled.`,
    };
  },
});

async function everyMachine(api: Api, id: number) {
  let cursor: string | undefined;
  const pages = [];
  do {
    const params = { path: { id }, query: { limit: PAGE, ...(cursor && { cursor }) } };
    const page = await api.read((client) => client.GET('/api/servers/{id}/enrollments', { params }));
    pages.push(page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages.flat();
}

export const add = defineCommand({
  name: 'servers add',
  says: 'creates a server, to which the CNAME records of its domains lead',
  access: 'write',
  parameters: {
    name: { kind: 'text', says: 'for people', value: 'text' },
    address: { kind: 'texts', says: 'where its target points: a hostname, or IP addresses; may be repeated', value: 'address' },
    ...TYPE_PARAMETERS,
  },
  examples: [
    'cps servers add --name "web, Frankfurt" --address 203.0.113.7',
    'cps servers add --role-arn arn:aws:iam::… --listener-arn arn:aws:elasticloadbalancing:… --address shop-1.eu-central-1.elb.amazonaws.com',
    'cps servers add --role-arn arn:aws:iam::… --distribution E1A2B3C4D5E6F7',
  ],
  async run({ connect }, { name, address, ...options }) {
    const config = configBody(options);
    const api = await connect();
    const body = {
      ...(name && { name }),
      ...(address.length > 0 && { address }),
      type: typeOf(options),
      ...(config && { config }),
    };
    const server = await api.write((client) => client.POST('/api/servers', { body }));
    return { json: server, text: `Created server ${server.id}. Its CNAME target: ${server.cname_target}` };
  },
});

const NONE = 'none';

export const edit = defineCommand({
  name: 'servers edit',
  says: 'changes the name or the address of a server, or what its type lets change',
  about: `What is not given stays as it is. "${NONE}" takes an address, the machine roles or the listener of port 80 away.`,
  access: 'write',
  parameters: {
    server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' },
    name: { kind: 'text', says: 'for people', value: 'text' },
    address: { kind: 'texts', says: 'where its target points: a hostname, or IP addresses; may be repeated', value: 'address' },
    ...CHANGEABLE_PARAMETERS,
  },
  examples: [
    'cps servers edit 1 --machine-role arn:aws:iam::123456789012:role/web',
    'cps servers edit 2 --role-arn arn:aws:iam::123456789012:role/certificates --http-listener-arn none',
    'cps servers edit 3 --managed yes',
  ],
  async run({ connect }, { server: id, name, address, ...options }) {
    const withoutRoles = isNone(options.machineRole) && { machine_roles: [] };
    const withoutHttp = options.httpListenerArn === NONE && { http_listener_arn: null };
    const config = { ...configBody(options), ...withoutRoles, ...withoutHttp };
    const body = {
      ...(name && { name }),
      ...(address.length > 0 && { address: isNone(address) ? null : address }),
      ...(Object.keys(config).length > 0 && { config }),
    };
    const api = await connect();
    const server = await api.write((client) => client.PATCH('/api/servers/{id}', { params: { path: { id } }, body }));
    return { json: server, text: `Changed server ${server.id}. cps servers show ${server.id} shows how it is now.` };
  },
});

function isNone(given: readonly string[]): boolean {
  return given.length === 1 && given[0] === NONE;
}

export const token = defineCommand({
  name: 'servers token',
  says: 'makes a token with which one machine enrolls its agent, or with --machines several do',
  access: 'write',
  parameters: {
    server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' },
    machines: { kind: 'integer', says: 'how many machines may enroll with it in all, with --days', value: 'number' },
    days: { kind: 'integer', says: 'for how many days it is valid, with --machines', value: 'number' },
  },
  examples: ['cps servers token 1', 'cps servers token 1 --machines 200 --days 90'],
  async run({ connect }, { server: id, machines, days }) {
    const api = await connect();
    const isReusable = machines !== undefined || days !== undefined;
    const bounds = {
      ...(machines !== undefined && { max_machines: machines }),
      ...(days !== undefined && { expires_in_days: days }),
    };
    const body = isReusable ? { reusable: true, ...bounds } : {};
    const made = await api.write((client) => client.POST('/api/servers/{id}/enrollments', { params: { path: { id } }, body }));
    const forWhom = made.max_machines === undefined ? 'one machine' : `${made.max_machines} machines`;
    return { json: made, text: `${made.token}\n\nFor ${forWhom} until ${made.expires_at}. It is shown here only.` };
  },
});

export const tokens = defineCommand({
  name: 'servers tokens',
  says: 'lists the tokens of a server with which several machines enroll',
  access: 'read',
  parameters: { server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } },
  examples: ['cps servers tokens 1'],
  async run({ connect }, { server: id }) {
    const api = await connect();
    const params = { path: { id }, query: { limit: PAGE } };
    const page = await api.read((client) => client.GET('/api/servers/{id}/enrollment-tokens', { params }));
    const rows = page.data.map(({ id: tokenId, machines_enrolled: enrolled, max_machines: most, expires_at: end }) => [
      tokenId,
      `${enrolled} of ${most}`,
      end,
    ]);
    const text = table([['ID', 'MACHINES', 'EXPIRES'], ...rows]);
    return { json: page, text: rows.length > 0 ? text : 'There is no such token.' };
  },
});

export const revokeToken = defineCommand({
  name: 'servers revoke-token',
  says: 'ends such a token: no machine enrolls with it from this moment',
  access: 'write',
  parameters: {
    server: { kind: 'integer', isArgument: true, isRequired: true, says: 'the id of its server' },
    token: { kind: 'text', isArgument: true, isRequired: true, says: 'its id (ent_…)' },
  },
  examples: ['cps servers revoke-token 1 ent_01KAGZ3T8Q4W1X7M2N5P6R9S0V'],
  async run({ connect }, { server: id, token: token_id }) {
    const api = await connect();
    const params = { path: { id, token_id } };
    const gone = await api.write((client) => client.DELETE('/api/servers/{id}/enrollment-tokens/{token_id}', { params }));
    return { json: gone, text: `Revoked ${gone.id}. Machines that enrolled with it stay enrolled.` };
  },
});
