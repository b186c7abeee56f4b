import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { EMPTY_REPORT } from '../doctor/service-check.ts';
import { withCurrentKeys } from '../enrollment/current-keys.ts';
import { type EnrollmentRight, enroll } from '../enrollment/enroll.ts';
import { chooseEnrollmentRight } from '../enrollment/enrollment-right.ts';
import { readTokenFile } from '../enrollment/token-file.gateway.ts';
import { readHostMarks } from '../machine/host.gateway.ts';
import { newIdentity, readIdentity, writeIdentity } from '../machine/identity.gateway.ts';
import { decryptPrivateKey } from '../machine/private-key.ts';
import { edgeService, enrollAt, nonceAt } from '../service/edge.gateway.ts';
import { jsonLog } from '../shared/log.gateway.ts';
import { type ServerPlace, secondsUpToADay, serverPlace } from './options.ts';

const TOKEN_WARNING =
  'warning: every local user can read the token of --token in the list of processes; use --token-file or CPS_AGENT_TOKEN';

interface EnrollCommandOptions {
  site: string;
  tokenFile?: string;
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
    .option('--token-file <path>', 'a file with the enrollment token (enr_…) that no other user may read')
    .option('--token <token>', 'the enrollment token itself: every local user can read it while the command runs')
    .option('--aws', 'in place of a token: by the AWS role of this instance, task or pod, with --server', false)
    .option('--server <organization/id>', 'the server whose config.machine_roles has that role', serverPlace)
    .option('--name <name>', 'how this machine is listed', hostname())
    .requiredOption('--dir <folder>', 'where keys and certificates are kept')
    .option('--replace', 'make new keys and enroll again, for a machine that was revoked', false)
    .option('--retry-for <seconds>', 'ask again while the service does not answer: for a machine that boots', secondsUpToADay, 0)
    .addHelpText(
      'after',
      '\nGive exactly one of: --token-file, the environment variable CPS_AGENT_TOKEN, --token, and --aws with --server. Two are refused. An empty\nfile or variable counts as none.',
    )
    .action(async (options: EnrollCommandOptions) => {
      const { dir, site, name, replace, retryFor: retrySeconds } = options;
      await enroll(
        { site, name, replace, retrySeconds, right: await rightOf(options) },
        {
          readIdentity: () => readIdentity(dir),
          writeIdentity: (identity) => writeIdentity(dir, identity),
          newIdentity,
          readHostMarks,
          // Also tries the keys of an interrupted rotation.
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

async function rightOf({ token, tokenFile, aws, server }: EnrollCommandOptions): Promise<EnrollmentRight> {
  const { CPS_AGENT_TOKEN, CREDENTIALS_DIRECTORY } = process.env;
  if (token) process.stderr.write(`${TOKEN_WARNING}\n`);
  const fromFile = tokenFile === undefined ? undefined : await readTokenFile(tokenFile, CREDENTIALS_DIRECTORY);
  return chooseEnrollmentRight({ fromFile, fromEnvironment: CPS_AGENT_TOKEN, fromOption: token, aws, server });
}

/** Loaded on demand: a machine with a token may not be at AWS. */
const identityPorts = {
  presignIdentity: async (header: string) => (await import('../machine/aws-identity.gateway.ts')).presignIdentity(header),
  describeAwsIdentity: async (url: string, header: string) =>
    (await import('../machine/aws-identity.gateway.ts')).describeAwsIdentity(url, header),
};
