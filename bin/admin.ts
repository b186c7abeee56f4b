import { Command } from 'commander';
import { addAccountCommands } from './admin/account-commands.ts';
import { addAuditCommands } from './admin/audit/audit-commands.ts';
import { addCaaCommands } from './admin/base-target/caa-commands.ts';
import { addZoneCommands } from './admin/base-target/zone-commands.ts';
import { addCaAccountCommands } from './admin/ca-account-commands.ts';
import { connect } from './admin/connect.ts';
import { addDomainConnectCommands } from './admin/domain-connect-commands.ts';
import { addFrontCommands } from './admin/front-commands.ts';
import { addHistoryCommands } from './admin/history-commands.ts';
import { addDeleteOrganization } from './admin/organizations/delete-command.ts';
import { addListCommands } from './admin/organizations/list-commands.ts';
import { addPeopleCommands } from './admin/people-commands.ts';
import { addPortalCommands } from './admin/portal-commands.ts';
import { addPriceCommands } from './admin/prices/price-commands.ts';
import { errorText, formatOutput, type Printed } from './admin/print.ts';
import { addRestoreDiffCommand } from './admin/recovery/restore-diff-command.ts';
import { addUndoCommand } from './admin/recovery/undo-command.ts';
import { addRenewalCommands } from './admin/renewal-commands.ts';
import { addServerCommands } from './admin/server-commands.ts';
import { addStageCommands } from './admin/stage-commands.ts';
import { addCaStatusCommands } from './admin/status/ca-status-commands.ts';
import { addStatusCommand } from './admin/status/service-status.ts';
import { addSwitchCommands } from './admin/status/switch-commands.ts';

const program = new Command('admin')
  .description(
    'Organizations, keys and servers of a deployment: the local cloud while it runs, otherwise AWS by your credentials.',
  )
  .option('--aws', 'use AWS even while the local cloud runs')
  .option('--stage <name>', 'the stage on AWS; needed where several are deployed')
  .option('--region <name>', 'the AWS region; else AWS_REGION, or that of your profile')
  .option('--json', 'print one JSON object')
  .configureHelp({ sortSubcommands: true, showGlobalOptions: true });

const session = {
  connect: () => connect(program.opts()),
  print: (result: Record<string, unknown>, how?: Printed) => console.log(formatOutput(result, program.opts().json, how)),
};
addAccountCommands(program, session);
addListCommands(program, session);
addDeleteOrganization(program, session);
addServerCommands(program, session);
addCaStatusCommands(program, session);
addCaAccountCommands(program, session);
addCaaCommands(program, session);
addZoneCommands(program, session);
addDomainConnectCommands(program, session);
addPortalCommands(program, session);
addPeopleCommands(program, session);
addHistoryCommands(program, session);
addAuditCommands(program, session);
addRestoreDiffCommand(program, session);
addRenewalCommands(program, session);
addUndoCommand(program, session);
addStageCommands(program, session);
addSwitchCommands(program, session);
addStatusCommand(program, session);
addFrontCommands(program, session);
addPriceCommands(program);

await program.parseAsync().catch((error: unknown) => {
  console.error(`admin: ${errorText(error)}`);
  process.exitCode = 1;
});
