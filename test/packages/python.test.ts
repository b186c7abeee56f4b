import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { itReceivesAsPromised } from '../docs/snippets/receiver-guarantees.ts';
import { startReceiverProgram } from '../docs/snippets/snippet-run.ts';
import { programPage, snippet } from '../docs/snippets/snippets.ts';
import { CREDENTIALS, DOMAIN_ID, expectedLines, playApi, UNKNOWN_ID, WEBHOOK_ID } from '../generators/played-api.ts';
import { installInEmptyProject, makePythonProject, type PythonProject, runPython } from './python-project.ts';
import { credentials, runProgram } from './run-program.ts';
import { bulkIsStopped, createIsLost, domainIsIssued, programReachesHttps } from './trials.ts';

/** Reads fields with enums: values of a later version must not fail. */
const READ = `
import sys
from certificate_provisioning_client import APIStatusError, Client

client = Client()
domain_id, unknown, webhook = map(int, sys.argv[1:])
domain = client.domains.get(domain_id)
assert domain.error
print("domain", domain.id, domain.diagnosis.code, domain.diagnosis.reason, domain.error.code)
[entry, *_] = client.domains.list_events(domain_id)
print("timeline", entry.type, entry.diagnosis)
[event, *_] = client.events.list()
print("event", event.event)
[delivery, *_] = client.webhooks.list_deliveries(webhook)
print("delivery", delivery.event, delivery.state)
try:
    client.domains.get(unknown)
except APIStatusError as error:
    print("refused", error.status, error.code)
`;
const CREATE = `
import sys
from certificate_provisioning_client import Client

print(Client().domains.create(url=sys.argv[1], server_id=1).url)
`;
/** Three batches, each of which waits as the API demands. */
const BULK = `
import asyncio, sys
from certificate_provisioning_client import AsyncClient

async def main() -> None:
    async with AsyncClient() as client:
        for batch in range(3):
            names = [f"bulk-{batch}-{n}-{sys.argv[1]}" for n in range(2)]
            result = await client.domains.create_many(domains=[{"url": name, "server_id": 1} for name in names])
            print(result.summary.created, *(item.status for item in result.data))

asyncio.run(main())
`;

const PROGRAMS = ['first.py', 'calls.py', 'with_asyncio.py', 'receiver.py'];

let project: PythonProject;
beforeAll(async () => {
  project = await makePythonProject();
}, 300_000);
afterAll(() => project.remove());

/** Flushes each line, as on a terminal. */
const UNBUFFERED = { PYTHONUNBUFFERED: '1' };

async function run(program: string, args: string[] = [], env = credentials()): Promise<string[]> {
  return runProgram({ command: [project.python, '-c', program, ...args], cwd: project.folder, env });
}

async function writeShop(): Promise<string> {
  const file = join(project.folder, 'shop.py');
  await writeFile(file, snippet('shop.py', programPage('python')));
  return file;
}

async function startReceiver(secret: string) {
  return startReceiverProgram(project.python, [await project.printed('receiver.py')], project.folder, secret);
}

describe('the Python package', () => {
  it('passes its own tests, and those of its types for Python 3.10', async () => {
    const sources = join(project.folder, 'sources');
    const PYTHONPATH = join(sources, 'src');
    await runPython('pytest', project.tools, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], sources, { PYTHONPATH });
    const programs = await Promise.all(PROGRAMS.map((name) => project.printed(name)));
    programs.push(await writeShop());
    const mypy = ['-m', 'mypy', '--cache-dir', join(project.folder, 'mypy'), 'src', 'tests', ...programs];
    await runPython('mypy', project.tools, mypy, sources, { PYTHONPATH });
  });

  it('is built from its source as well', async () => {
    const python = await installInEmptyProject(join(project.folder, 'from-source'), project.built.source, project.tools);
    const version = 'import certificate_provisioning_client as c; print(c.__version__)';
    const env = credentials();
    expect(await runProgram({ command: [python, '-c', version], cwd: project.folder, env })).toEqual([manifest.version]);
  });
});

describe('the Python package in an empty project', () => {
  it('issues a domain and hears of it, as its README prints it', async () => {
    await domainIsIssued(startReceiver, async (hostname, env) => {
      const file = await project.printed('first.py', (program) => program.replace('shop.customer.test', hostname));
      return runProgram({ command: [project.python, file], cwd: project.folder, env: { ...env, ...UNBUFFERED } });
    });
  });

  it('takes a name to a verified webhook, by the whole program of the docs', async () => {
    const shop = await writeShop();
    await programReachesHttps((hostname, env) => {
      return runProgram({ command: [project.python, shop, hostname], cwd: project.folder, env });
    });
  });

  it.each(['today', 'tomorrow'] as const)('reads what the API answers %s', async (day) => {
    const played = await playApi();
    const ids = [DOMAIN_ID, UNKNOWN_ID, WEBHOOK_ID].map(String);
    expect(await run(READ, ids, { CPS_SITE_URL: played.site(day), ...CREDENTIALS })).toEqual(expectedLines(day));
    played.close();
  });

  it('creates a domain once where the answer is lost', async () => {
    await createIsLost((hostname, env) => run(CREATE, [hostname], env));
  });

  it('goes on where a limit stops it in the middle of a bulk', async () => {
    await bulkIsStopped((label, env) => run(BULK, [label], env));
  });

  it('uses the proxy of the environment', async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (text) => {
        asked.push(text.toString().split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"id": 17}');
      });
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const address = proxy.address() as { port: number };
    const env = { ...credentials('http://certificates.example'), HTTP_PROXY: `http://127.0.0.1:${address.port}` };
    const program = 'from certificate_provisioning_client import Client\nprint(Client().domains.get(17).id)';
    expect(await run(program, [], env)).toEqual(['17']);
    proxy.close();
    expect(asked).toEqual(['GET http://certificates.example/api/domains/17 HTTP/1.1']);
  });
});

describe('the receiver that the README of the Python package prints', () => {
  itReceivesAsPromised('the receiver', startReceiver);
});
