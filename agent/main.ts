import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { doctorCommand } from './commands/doctor-command.ts';
import { enrollCommand } from './commands/enroll-command.ts';
import { rotateKeysCommand } from './commands/rotate-keys-command.ts';
import { runCommand } from './commands/run-command.ts';
import { setSiteCommand } from './commands/set-site-command.ts';
import { jsonLog } from './shared/log.gateway.ts';
import { reasonOf } from './shared/reason.ts';

const program = new Command('cps-agent')
  .description('Keeps the certificates of one server on this machine, and its web server in step with them.')
  .version(manifest.version)
  .addCommand(enrollCommand())
  .addCommand(runCommand())
  .addCommand(doctorCommand())
  .addCommand(rotateKeysCommand())
  .addCommand(setSiteCommand());

try {
  await program.parseAsync();
} catch (error) {
  jsonLog('error', reasonOf(error));
  process.exitCode = 1;
}
