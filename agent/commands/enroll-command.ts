import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { EMPTY_REPORT } from '../doctor/service-check.ts';
import { withCurrentKeys } from '../enrollment/current-keys.ts';
import { enroll, type Right } from '../enrollment/enroll.ts';
import { readHostMarks } from '../machine/host.gateway.ts';
import { newIdentity, readIdentity, writeIdentity } from '../machine/identity.gateway.ts';
import { decryptPrivateKey } from '../machine/private-key.ts';
import { edgeService, enrollAt, nonceAt } from '../service/edge.gateway.ts';
import { jsonLog } from '../shared/log.gateway.ts';
import { type ServerPlace, secondsUpToADay, serverPlace } from './options.ts';

interface EnrollCommandOptions {
  site: string;
  token?: string;
  aws: boolean;
  server?: ServerPlace;
  name: string;
  dir: string;
  replace: boolean;
  retryFor: number;
}

export function enrollCommand(): Command {
  return new Command('enroll')
    .description('make this machine known to the service; does nothing if it already is, and the service still takes its keys')
    .requiredOption('--site <url>', 'address of the service, without /api')
    .option('--token <token>', 'enrollment token (enr_…)')
    .option('--aws', 'in place of a token: by the AWS role of this instance, task or pod, with --server', false)
    .option('--server <organization/id>', 'the server whose config.machine_roles has that role', serverPlace)
    .option('--name <name>', 'how this machine is listed', hostname())
    .requiredOption('--dir <folder>', 'where keys and certificates are kept')
    .option('--replace', 'make new keys and enroll again, for a machine that was revoked', false)
    .option('--retry-for <seconds>', 'ask again while the service does not answer: for a machine that boots', secondsUpToADay, 0)
    .action(async (options: EnrollCommandOptions) => {
      const { dir, site, name, replace, retryFor: retrySeconds } = options;
      await enroll(
        { site, name, replace, retrySeconds, right: rightOf(options) },
        {
          readIdentity: () => readIdentity(dir),
          writeIdentity: (identity) => writeIdentity(dir, identity),
          newIdentity,
          readHostMarks,
          // Also with the keys of a rotation that was interrupted.
          askAsEnrolled: (identity) => {
            const readEnrolled = async () => identity;
            const keys = { readEnrolled, edge: edgeService, decryptWith: decryptPrivateKey, nowMs: Date.now, log: jsonLog };
            return withCurrentKeys(identity, keys).edge.report(EMPTY_REPORT);
          },
          enrollAt,
          nonceAt,
          ...identityPorts,
          wait: (seconds) => setTimeout(seconds * 1000),
          nowMs: Date.now,
          jitter: Math.random,
          log: jsonLog,
        },
      );
    });
}

/** Throws where there is no right, or two. */
function rightOf({ token, aws, server }: EnrollCommandOptions): Right {
  if (token !== undefined && !aws) return { token };
  if (aws && token === undefined && server !== undefined) return server;
  throw new Error('give either --token, or --aws with --server <organization/id>');
}

/** Read where it is needed: a machine with a token has no AWS. */
const identityPorts = {
  presignIdentity: async (header: string) => (await import('../machine/aws-identity.gateway.ts')).presignIdentity(header),
  askWhoThisIs: async (url: string, header: string) =>
    (await import('../machine/aws-identity.gateway.ts')).askWhoThisIs(url, header),
};
