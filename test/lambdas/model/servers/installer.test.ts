import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { installer } from '../../../../lambdas/model/servers/installer.ts';
import { SERVER_TYPES } from '../../../../lambdas/model/servers/server.schema.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { NOW } from '../../a-domain.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';
import { certificate, server } from '../../edge/an-agent.ts';

describe('a server of agents', () => {
  it('is ready once a machine is enrolled', () => {
    expect(installer(server).isReady()).toBe(true);
    expect(installer(unclaimedServer('org_A', 1, 'abcdefghijklmnop', NOW)).isReady()).toBe(false);
  });

  it('is told of a certificate with three writes, and of one that it knows with none', async () => {
    const { revisions, ports } = heldByServers(certificate);
    const announced = { ...certificate, announcedAt: NOW.toISOString() };
    expect(await installer(server).install(announced, ports, NOW)).toBe(server);
    expect(revisions.size).toBe(0);
    await installer(server).install(certificate, ports, NOW);
    expect([...revisions]).toEqual([[1, 1]]);
    expect(ports.certificates.markAnnounced).toHaveBeenCalledOnce();
    expect(ports.servers.get).not.toHaveBeenCalled();
  });
});

it('a server that is gone is not ready, and nothing is installed there', async () => {
  const { items, ports } = heldByServers(certificate);
  const before = new Map(items);
  expect(installer(undefined).isReady()).toBe(false);
  expect(await installer(undefined).install(certificate, ports, NOW)).toBeUndefined();
  await installer(undefined).remove(certificate, ports, NOW);
  expect(items).toEqual(before);
});

describe('a second type of server', () => {
  it('does not compile until its installer, its first row, its resource and its check from outside are decided', () => {
    const deciding = [
      'lambdas/model/servers/installer.ts',
      'lambdas/model/servers/server.ts',
      'lambdas/model/servers/server.ts',
      'lambdas/steps/installation/verify-installation.ts',
    ];
    expect(undecided(deciding)).toEqual(deciding);
  });

  it('does not exist yet: the only one is agent', () => {
    expect(SERVER_TYPES).toEqual(['agent']);
  });
});

/** Those of these files, which compile today (`npm run check:types`), that do not with one more type in the union of servers. */
function undecided(files: string[]): string[] {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (file) => (resolve(file) === SCHEMA ? withOneMoreType(readFile(file)) : readFile(file));
  const program = ts.createProgram(files, options, host);
  return files.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
}

const SCHEMA = resolve('lambdas/model/servers/server.schema.ts');

function withOneMoreType(schema = ''): string {
  const union = "discriminatedUnion('type', [AgentServer]";
  if (!schema.includes(union)) throw new Error('the union of servers is written in another way');
  return schema.replace(union, "discriminatedUnion('type', [AgentServer, z.object({ ...common, type: z.literal('alb') })]");
}
