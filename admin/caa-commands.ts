import type { Command } from 'commander';
import { caaIdentitiesOf } from '../lambdas/shared/acme/caa-identities.ts';
import { acmeDirectory } from '../lambdas/shared/acme/directory.gateway.ts';
import { httpsExchange } from '../lambdas/shared/acme/exchange.gateway.ts';
import { acmeAccountStore } from '../lambdas/steps/issuance/acme-account.store.ts';
import { registerAccount } from './ca-account.ts';
import { type CaaFacts, caaRecords } from './caa-records.ts';
import type { Session } from './connect.ts';
import { deployedCa } from './deployed-ca.ts';
import { openCaAccount } from './open-ca-account.ts';

const AFTER = `
A CA follows the CNAME of a customer's hostname and takes the CAA records of its target for the hostname's own (RFC 8659, section 3). With these records
there, whatever CAA records the customer has do not matter, and nobody but this service's account has certificates for the hostname from this CA, by
HTTP-01 only (RFC 8657). They are lines of a zone file. Nothing is published by this command.`;

/** What concerns CAA: the records beside the CNAME targets. */
export function addCaaCommands(program: Command, session: Session): void {
  program
    .command('caa')
    .description('prints the CAA records to publish beside the CNAME targets, so that those of customers do not matter')
    .option(
      '--register',
      'registers the account at the CA first, with the contact of the stage, if there is none: the records name it',
    )
    .addHelpText('after', AFTER)
    .action(async ({ register = false }: { register?: boolean }) => {
      if (register) await registered(session);
      session.print(caaRecords(await caaFacts(session)));
    });
}

async function registered(session: Session): Promise<void> {
  const { ports, contactEmail } = await openCaAccount(session);
  await registerAccount(ports, { contacts: contactEmail === undefined ? [] : [contactEmail] });
}

async function caaFacts(session: Session): Promise<CaaFacts> {
  const { table, clock, baseTarget, settings } = await deployedCa(session);
  const { directoryUrl } = settings.acme;
  const [identities, account] = await Promise.all([
    caaIdentitiesOf(acmeDirectory({ directoryUrl, exchange: httpsExchange(settings.acme), clock })),
    acmeAccountStore(table, directoryUrl).get(),
  ]);
  return { baseTarget, directoryUrl, identities, account };
}
