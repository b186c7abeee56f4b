import { Command } from 'commander';
import { enroll } from '../enrollment/enroll.ts';
import { newIdentity, readIdentity, writeIdentity } from '../machine/identity.gateway.ts';
import { enrollAt } from '../service/edge.gateway.ts';
import { jsonLog } from '../shared/log.gateway.ts';

export function enrollCommand(): Command {
  return new Command('enroll')
    .description('make this machine known to the service; does nothing if it already is')
    .requiredOption('--site <url>', 'address of the service, without /api')
    .requiredOption('--token <token>', 'one-time enrollment token (enr_…)')
    .requiredOption('--name <name>', 'how this machine is listed')
    .requiredOption('--dir <folder>', 'where keys and certificates are kept')
    .option('--replace', 'make new keys and enroll again, for a machine that was revoked', false)
    .action(async (options: { site: string; token: string; name: string; dir: string; replace: boolean }) => {
      const { dir } = options;
      await enroll(options, {
        readIdentity: () => readIdentity(dir),
        writeIdentity: (identity) => writeIdentity(dir, identity),
        newIdentity,
        enrollAt,
        log: jsonLog,
      });
    });
}
