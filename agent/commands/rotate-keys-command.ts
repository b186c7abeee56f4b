import { Command } from 'commander';
import { rotateKeys } from '../enrollment/rotate-keys.ts';
import { newIdentity, readEnrolled, writeIdentity } from '../machine/identity.gateway.ts';
import { edgeService } from '../service/edge.gateway.ts';
import { jsonLog } from '../shared/log.gateway.ts';

export function rotateKeysCommand(): Command {
  return new Command('rotate-keys')
    .description("replace this machine's own keys; a running agent goes on with the new ones. Safe to repeat")
    .requiredOption('--dir <folder>', 'the folder of enroll')
    .action(async ({ dir }: { dir: string }) => {
      await rotateKeys({
        readEnrolled: () => readEnrolled(dir),
        writeIdentity: (identity) => writeIdentity(dir, identity),
        newIdentity,
        registerKeys: (identity, keys) => edgeService(identity).registerKeys(keys),
        log: jsonLog,
      });
    });
}
