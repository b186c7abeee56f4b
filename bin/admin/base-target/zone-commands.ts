import type { Command } from 'commander';
import type { LabelRecords, ZoneState } from '../../../lambdas/model/servers/label-records.schema.ts';
import { labelRecordsStore } from '../../../lambdas/model/servers/label-records.store.ts';
import { recordSetsOf, TTL_SECONDS } from '../../../lambdas/route53-publisher/record-sets.ts';
import { deployedCa, type Session } from '../connect.ts';

export interface ZoneFacts {
  baseTarget: string;
  state: ZoneState;
  labels: readonly LabelRecords[];
}

/** Records of each server with an address, and whether the zone contains them. */
export function zoneReport({ baseTarget, state, labels }: ZoneFacts) {
  const isWritten = state.caaMadeAt !== undefined || state.sent !== undefined;
  const ofServers = labels.filter(({ proof }) => proof === undefined);
  const shown = ofServers.filter(({ addresses, published }) => addresses.length > 0 || published.length > 0);
  return {
    base_target: baseTarget,
    written_by: isWritten ? 'the service' : 'you: the stage names no baseTargetZone, or it was never deployed with one',
    ...(state.sent && { under_way_since: state.sent.sentAt }),
    servers: shown.map((row) => ({
      organization_id: row.organizationId,
      server_id: row.serverId,
      state: isWritten ? stateOf(row) : 'not written by the service',
      records: recordSetsOf(`${row.label}.${baseTarget}.`, row.addresses, state.caa).flatMap(({ name, type, values }) =>
        values.map((value) => `${name} ${TTL_SECONDS} IN ${type} ${type === 'CNAME' ? `${value}.` : value}`),
      ),
    })),
  };
}

function stateOf({ problem, stepDueAt }: LabelRecords): string {
  if (problem !== undefined) return `refused by Route 53: ${problem}`;
  return stepDueAt === undefined ? 'published' : `waits since ${stepDueAt}`;
}

const AFTER = `
Each server with an address has records of its own below the base target. With a baseTargetZone in the stage the service writes them;
otherwise set them by hand: they are lines of a zone file. The CAA records that \`admin caa\` prints belong beside each address, too.`;

export function addZoneCommands(program: Command, session: Session): void {
  program
    .command('zone')
    .description('shows the DNS records of each server with an address, and whether the zone of the base target has them')
    .addHelpText('after', AFTER)
    .action(async () => {
      const { table, baseTarget } = await deployedCa(session);
      const records = labelRecordsStore(table);
      const [state, labels] = await Promise.all([records.state(), records.all()]);
      session.print(zoneReport({ baseTarget, state, labels }));
    });
}
