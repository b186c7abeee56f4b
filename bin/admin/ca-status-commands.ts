import type { Command } from 'commander';
import { casOf } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../../lambdas/acme/account.store.ts';
import { openSlots } from '../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { caHealthStore } from '../../lambdas/lifecycle/ca-health/ca-health.store.ts';
import { caStatus } from './ca-status.ts';
import type { Session } from './connect.ts';
import { deployedCa } from './deployed-ca.ts';

/** What each CA of the stage is to us just now. */
export function addCaStatusCommands(program: Command, session: Session): void {
  program
    .command('ca-status')
    .description('how each CA of the stage is: whether it is spared, our account there, our budget, and who waits for it')
    .action(async () => {
      const { table, clock, settings } = await deployedCa(session);
      const cas = casOf(settings).map((ca) => ({
        caName: ca.caName,
        slots: openSlots(table, ca),
        account: acmeAccountStore(table, ca.directoryUrl),
        health: caHealthStore(table, ca.directoryUrl),
      }));
      session.print({ cas: await caStatus(cas, clock()) });
    });
}
