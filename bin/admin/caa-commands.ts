import type { Command } from 'commander';
import { type Ca, casOf } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../../lambdas/acme/account.store.ts';
import { caaIdentitiesOf } from '../../lambdas/acme/caa-identities.ts';
import { acmeDirectory } from '../../lambdas/acme/directory.gateway.ts';
import { httpsExchange } from '../../lambdas/acme/exchange.gateway.ts';
import { registerAccount } from './ca-account.ts';
import { type CaaFacts, caaRecordsOfAll } from './caa-records.ts';
import type { Session } from './connect.ts';
import { deployedCa } from './deployed-ca.ts';
import { openCaAccount } from './open-ca-account.ts';

type Deployed = Awaited<ReturnType<typeof deployedCa>>;

const AFTER = `
A CA follows the CNAME of a customer's hostname and takes the CAA records of its target for the hostname's own (RFC 8659, section 3). With these records
there, whatever CAA records the customer has do not matter, and nobody but this service's accounts has certificates for the hostname, from the CAs of the stage, by
HTTP-01 only (RFC 8657). They are lines of a zone file. Nothing is published by this command.`;

/** What concerns CAA: the records beside the CNAME targets. */
export function addCaaCommands(program: Command, session: Session): void {
  program
    .command('caa')
    .description('prints the CAA records to publish beside the CNAME targets, so that those of customers do not matter')
    .option(
      '--register',
      'registers the account at each CA first, with the contact of the stage, if there is none: the records name it',
    )
    .addHelpText('after', AFTER)
    .action(async ({ register = false }: { register?: boolean }) => {
      const deployed = await deployedCa(session);
      const [preferred, ...others] = casOf(deployed.settings);
      const facts: [CaaFacts, ...CaaFacts[]] = [await caaFacts(session, deployed, preferred, register)];
      // One after another: whoever registers has one connection for the whole process (open-ca-account.ts).
      for (const ca of others) facts.push(await caaFacts(session, deployed, ca, register));
      session.print(caaRecordsOfAll(facts));
    });
}

async function caaFacts(session: Session, { table, clock, baseTarget }: Deployed, ca: Ca, register: boolean): Promise<CaaFacts> {
  const { directoryUrl, caName } = ca;
  const identities = await caaIdentitiesOf(acmeDirectory({ directoryUrl, exchange: httpsExchange(ca), clock }));
  if (register && identities !== undefined) await registered(session, caName);
  const account = await acmeAccountStore(table, directoryUrl).get();
  return { baseTarget, caName, directoryUrl, identities, account };
}

async function registered(session: Session, caName: string): Promise<void> {
  const { ports, contactEmail } = await openCaAccount(session, caName);
  await registerAccount(ports, { contacts: contactEmail === undefined ? [] : [contactEmail] });
}
