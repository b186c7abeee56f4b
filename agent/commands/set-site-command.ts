import { Command } from 'commander';
import { certificateFolder } from '../certificates/certificate-folder.gateway.ts';
import { withCurrentKeys } from '../enrollment/current-keys.ts';
import { type SetSitePorts, setSite } from '../enrollment/set-site.ts';
import { readEnrolled, writeIdentity } from '../machine/identity.gateway.ts';
import { decryptPrivateKey } from '../machine/private-key.ts';
import { edgeService } from '../service/edge.gateway.ts';
import { jsonLog } from '../shared/log.gateway.ts';

export function setSiteCommand(): Command {
  return new Command('set-site')
    .description('have this machine ask another address of the service, without a new enrollment; a running agent follows')
    .argument('<url>', 'the new address of the service, without /api')
    .requiredOption('--dir <folder>', 'the folder of enroll')
    .addHelpText(
      'after',
      '\nNothing changes unless the new address answers for this machine and its certificates. For a day, an agent that the new one does\nnot answer asks the former one. Change the address where this machine is set up, too: /etc/default/cps-agent, or its container.',
    )
    .action((url: string, { dir }: { dir: string }) => setSite(url, setSitePorts(dir)));
}

export function setSitePorts(dir: string): SetSitePorts {
  return {
    readEnrolled: () => readEnrolled(dir),
    writeIdentity: (identity) => writeIdentity(dir, identity),
    // Also tries the keys of an interrupted rotation, and only at the new site.
    report: (identity, report) => {
      const { former: _former, ...enrollment } = identity.enrollment;
      const there = { ...identity, enrollment };
      const keys = { edge: edgeService, decryptWith: decryptPrivateKey, nowMs: Date.now, log: jsonLog };
      return withCurrentKeys(there, { ...keys, readEnrolled: async () => there }).edge.report(report);
    },
    certificates: (most) => certificateFolder(dir).readSome(most),
    nowMs: Date.now,
    log: jsonLog,
  };
}
