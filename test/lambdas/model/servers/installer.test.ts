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

describe('a second type of server', () => {
  it('does not compile until its row is in the union', () => {
    const deciding = ['lambdas/model/servers/server.schema.ts'];
    expect(undecided(deciding, NAMED)).toEqual(deciding);
  });

  it('does not compile until its installer, its first row, its resource and its check from outside are decided', () => {
    const deciding = [
      'lambdas/model/servers/installer.ts',
      'lambdas/model/servers/server.ts',
      'lambdas/steps/installation/verify-installation.ts',
      'bin/admin/server-commands.ts',
    ];
    expect(undecided(deciding, NAMED, IN_THE_UNION)).toEqual(deciding);
  });

  it('gets ports of its own: whoever opens those of installers does not compile until they are there', () => {
    const opening = [
      'lambdas/steps/issuance/issuance.store.ts',
      'lambdas/steps/installation/verify-installation.lambda.ts',
      'lambdas/steps/installation/verify-move.lambda.ts',
      'lambdas/steps/installation/retire-certificate.lambda.ts',
      'lambdas/steps/installation/remove-domain.lambda.ts',
    ];
    expect(undecided(opening, WITH_PORTS)).toEqual(opening);
    expect(undecided(['lambdas/model/servers/agent-installer.ts'], WITH_PORTS)).toEqual([]);
  });
});

interface Change {
  file: string;
  from: string;
  to: string;
}

const NAMED: Change = {
  file: 'contract/api/server-types.ts',
  from: "SERVER_TYPES = ['agent']",
  to: "SERVER_TYPES = ['agent', 'alb']",
};
const IN_THE_UNION: Change = {
  file: 'lambdas/model/servers/server.schema.ts',
  from: `const BY_TYPE = { agent: AgentServer } satisfies Record<ServerType, z.ZodMiniObject>;
export const Server = z.discriminatedUnion('type', [BY_TYPE.agent]);`,
  to: `const BY_TYPE = { agent: AgentServer, alb: z.object({ ...common, type: z.literal('alb') }) } satisfies Record<ServerType, z.ZodMiniObject>;
export const Server = z.discriminatedUnion('type', [BY_TYPE.agent, BY_TYPE.alb]);`,
};
const WITH_PORTS: Change = {
  file: 'lambdas/model/servers/installer.ts',
  from: 'export type InstallerPorts = AgentPorts;',
  to: 'export type InstallerPorts = AgentPorts & { alb: { listeners: { add: (chainPem: string) => Promise<void> } } };',
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
