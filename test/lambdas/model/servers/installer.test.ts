import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { installer } from '../../../../lambdas/model/servers/installer.ts';
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
    expect(await installer(server).install(announced, ports.installers, NOW)).toBe(server);
    expect(revisions.size).toBe(0);
    await installer(server).install(certificate, ports.installers, NOW);
    expect([...revisions]).toEqual([[1, 1]]);
    expect(ports.certificates.markAnnounced).toHaveBeenCalledOnce();
    expect(ports.servers.get).not.toHaveBeenCalled();
  });
});

it('a server that is gone is not ready, and nothing is installed there', async () => {
  const { items, ports } = heldByServers(certificate);
  const before = new Map(items);
  expect(installer(undefined).isReady()).toBe(false);
  expect(await installer(undefined).install(certificate, ports.installers, NOW)).toBeUndefined();
  await installer(undefined).remove(certificate, ports.installers, NOW);
  expect(items).toEqual(before);
});

describe('a third type of server', () => {
  it('does not compile until its row is in the union', () => {
    const deciding = ['lambdas/model/servers/server.schema.ts'];
    expect(undecided(deciding, NAMED)).toEqual(deciding);
  });

  it('does not compile until its installer, its first row, its resource and its check from outside are decided', () => {
    const deciding = [
      'lambdas/model/servers/installer.ts',
      'lambdas/model/servers/server.ts',
      'lambdas/checks/look-at-server.ts',
    ];
    expect(undecided(deciding, NAMED, IN_THE_UNION, IN_ITS_SWITCHES)).toEqual(deciding);
  });

  it('gets ports of its own: the one place that opens those of installers does not compile until they are there, nor does test mode', () => {
    const opening = ['lambdas/model/servers/installers.store.ts', 'lambdas/steps/rehearsal/rehearsed-steps.ts'];
    expect(undecided(opening, WITH_PORTS)).toEqual(opening);
    const others = ['lambdas/model/servers/agent-installer.ts', 'lambdas/model/servers/aws-installer.ts'];
    expect(undecided(others, WITH_PORTS)).toEqual([]);
  });
});

interface Change {
  file: string;
  from: string;
  to: string;
}

const NAMED: Change = {
  file: 'contract/api/server-types.ts',
  from: "SERVER_TYPES = ['agent', 'alb']",
  to: "SERVER_TYPES = ['agent', 'alb', 'cdn']",
};
const IN_THE_UNION: Change = {
  file: 'lambdas/model/servers/server.schema.ts',
  from: '{ agent: AgentServer, alb: AlbServer } satisfies',
  to: "{ agent: AgentServer, alb: AlbServer, cdn: z.object({ ...common, type: z.literal('cdn') }) } satisfies",
};
const IN_ITS_SWITCHES: Change = {
  file: 'lambdas/model/servers/server.schema.ts',
  from: '[BY_TYPE.agent, BY_TYPE.alb]',
  to: '[BY_TYPE.agent, BY_TYPE.alb, BY_TYPE.cdn]',
};
const WITH_PORTS: Change = {
  file: 'lambdas/model/servers/installer.ts',
  from: 'export type InstallerPorts = AgentPorts & AwsPorts;',
  to: 'export type InstallerPorts = AgentPorts & AwsPorts & { cdn: { listeners: { add: (chainPem: string) => Promise<void> } } };',
};

/** Those of these files, which compile today (`npm run check:types`), that do not after such changes. */
function undecided(files: string[], ...changes: Change[]): string[] {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (file) => {
    const text = readFile(file);
    return text && changes.filter((change) => resolve(change.file) === resolve(file)).reduce(changed, text);
  };
  const program = ts.createProgram(files, options, host);
  return files.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
}

function changed(text: string, { file, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${file} is written in another way`);
  return text.replace(from, to);
}
