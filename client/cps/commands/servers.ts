import { defineCommand } from '../command/command.ts';
import { facts, plain, table } from '../terminal/text.ts';

const PAGE = 100;

export const list = defineCommand({
  name: 'servers list',
  says: 'lists your servers, and whether their agents call the service',
  access: 'read',
  parameters: {},
  examples: ['cps servers', 'cps servers list --json'],
  async run({ connect }) {
    const api = await connect();
    const page = await api.read((client) => client.GET('/api/servers', { params: { query: { limit: PAGE } } }));
    const rows = page.data.map(({ id, name, status, cname_target: target, last_seen_at: seen }) => [
      id,
      name,
      status,
      target,
      seen,
    ]);
    const text = table([['ID', 'NAME', 'STATUS', 'CNAME TARGET', 'LAST SEEN'], ...rows]);
    return { json: page, text: rows.length > 0 ? text : 'There is no server yet. cps servers add creates one.' };
  },
});

export const show = defineCommand({
  name: 'servers show',
  says: 'shows a server and its machines',
  access: 'read',
  parameters: { server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } },
  examples: ['cps servers show 1'],
  async run({ connect }, { server: id }) {
    const api = await connect();
    const params = { path: { id } };
    const server = await api.read((client) => client.GET('/api/servers/{id}', { params }));
    const { data: machines } = await api.read((client) => client.GET('/api/servers/{id}/enrollments', { params }));
    const text = facts([
      ['id', server.id],
      ['name', plain(server.name)],
      ['status', server.status],
      ['cname target', server.cname_target],
      ['address', server.address?.join(', ')],
      ['last seen', server.last_seen_at],
    ]);
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

export const add = defineCommand({
  name: 'servers add',
  says: 'creates a server, to which the CNAME records of its domains lead',
  access: 'write',
  parameters: {
    name: { kind: 'text', says: 'for people', value: 'text' },
    address: { kind: 'texts', says: 'where its target points: a hostname, or IP addresses; may be repeated', value: 'address' },
  },
  examples: ['cps servers add --name "web, Frankfurt" --address 203.0.113.7'],
  async run({ connect }, { name, address }) {
    const api = await connect();
    const body = { ...(name && { name }), ...(address.length > 0 && { address }) } as { type: 'agent' };
    const server = await api.write((client) => client.POST('/api/servers', { body }));
    return { json: server, text: `Created server ${server.id}. Its CNAME target: ${server.cname_target}` };
  },
});
