import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { installer } from '../../../../lambdas/model/servers/installer.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { NOW } from '../../a-domain.ts';
import { certificate, server } from '../../agent-api/an-agent.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';

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
  expect(new Map(items)).toEqual(before);
});

describe('a fourth type of server', () => {
  it('does not compile until its row is in the union', () => {
    const deciding = ['lambdas/model/servers/server.schema.ts'];
    expect(undecided(deciding, NAMED)).toEqual(deciding);
  });

  it('does not compile until everything is decided that the compiler can ask for', () => {
    const deciding = [
      'lambdas/model/servers/installer.ts',
      'lambdas/model/servers/server.ts',
      'lambdas/checks/look-at-server.ts',
      'lambdas/api/servers/update-server.ts',
    ];
    expect(undecided(deciding, NAMED, IN_THE_UNION, IN_ITS_SWITCHES)).toEqual(deciding);
  });

  it('has a case in each switch over types, also where the switch answers a type that nobody has written down', () => {
    const switches = ['lambdas/model/servers/server.ts', 'lambdas/api/servers/update-server.ts'];
    const found = complaints(switches, NAMED, IN_THE_UNION, IN_ITS_SWITCHES).filter(({ code }) => code === NOT_ALL_PATHS_RETURN);
    expect(found.map(({ file }) => file)).toEqual(switches);
  });

  it('gets ports of its own: the one place that opens those of installers does not compile until they are there, nor does test mode', () => {
    const opening = ['lambdas/model/servers/installers.store.ts', 'lambdas/steps/test-mode/rehearsed-steps.ts'];
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
  from: "'cloudfront'] as const",
  to: "'cloudfront', 'cdn'] as const",
};
const IN_THE_UNION: Change = {
  file: 'lambdas/model/servers/server.schema.ts',
  from: 'cloudfront: CloudFrontServer,',
  to: "cloudfront: CloudFrontServer, cdn: z.object({ ...AlbServer.shape, type: z.literal('cdn') }),",
};
const IN_ITS_SWITCHES: Change = {
  file: 'lambdas/model/servers/server.schema.ts',
  from: 'BY_TYPE.cloudfront]',
  to: 'BY_TYPE.cloudfront, BY_TYPE.cdn]',
};
const WITH_PORTS: Change = {
  file: 'lambdas/model/servers/installer.ts',
  from: 'export type InstallerPorts = AgentPorts & AwsPorts;',
  to: 'export type InstallerPorts = AgentPorts & AwsPorts & { cdn: { listeners: { add: (chainPem: string) => Promise<void> } } };',
};

/** The code of `noImplicitReturns` (TypeScript, "diagnosticMessages.json"). */
const NOT_ALL_PATHS_RETURN = 7030;

/** The files that no longer compile after these changes. Today all of them do (`npm run check -- types`). */
function undecided(files: string[], ...changes: Change[]): string[] {
  const named = complaints(files, ...changes).map(({ file }) => file);
  return files.filter((file) => named.includes(file));
}

function complaints(files: string[], ...changes: Change[]): { file: string; code: number }[] {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  const changesOf = (file: string) => changes.filter((change) => resolve(change.file) === resolve(file));
  host.readFile = (file) => {
    const text = readFile(file);
    return text && changesOf(file).reduce(changed, text);
  };
  host.getSourceFile = (file, ...how) => {
    if (changesOf(file).length > 0) return getSourceFile(file, ...how);
    const known = unchanged.get(file) ?? getSourceFile(file, ...how);
    unchanged.set(file, known);
    return known;
  };
  const program = ts.createProgram(files, options, host);
  return files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ code }) => ({ file, code })));
}

/** Parsed once: parsing is most of the cost of a program. */
const unchanged = new Map<string, ts.SourceFile | undefined>();

function changed(text: string, { file, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${file} is written in another way`);
  return text.replace(from, to);
}
