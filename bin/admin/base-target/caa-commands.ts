import type { Command } from 'commander';
import { type Ca, orderedCas } from '../../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../../../lambdas/acme/account.store.ts';
import { type CaaAccount, caaIdentitiesOf, ownCaaRecord, usableAccountUrl } from '../../../lambdas/acme/caa-identities.ts';
import { type ChallengeType, challengeTypesOf } from '../../../lambdas/acme/challenge.ts';
import { acmeDirectory, httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { registerAccount } from '../ca-account.ts';
import { deployedCa, type Session } from '../connect.ts';
import { openCaAccount } from '../open-ca-account.ts';

export interface CaaFacts {
  baseTarget: string;
  caName: string;
  directoryUrl: string;
  /** The CA's names in CAA records; empty when it publishes none, undefined when it does not answer. */
  identities: readonly string[] | undefined;
  account: CaaAccount;
  /** Validation methods of the stage's domains. */
  methods: readonly ChallengeType[];
}

const TTL_SECONDS = 300;
const NOTE =
  'A label that has records of its own is not covered by the wildcard (RFC 4592): it needs the same CAA record beside them.';

/**
 * CAA records for the zone that holds the base target, and notes on what is unknown. Throws when no record can be written at all.
 */
export function caaRecords({ baseTarget, directoryUrl, identities, account, methods }: CaaFacts) {
  if (identities === undefined)
    throw new Error(`the CA does not answer at ${directoryUrl}, and only its directory says what it is called in CAA records`);
  const [identity] = identities;
  if (identity === undefined)
    throw new Error(
      `the directory of the CA, ${directoryUrl}, does not say what it is called in CAA records (meta.caaIdentities): ask the CA for that name`,
    );
  const accountUrl = usableAccountUrl(account);
  const value = ownCaaRecord(identity, accountUrl, methods);
  return {
    ca_identities: identities.join(', '),
    account: accountUrl ?? whyUnknown(account, methods),
    records: [`*.${baseTarget}.`, `${baseTarget}.`].map((name) => ({ name, ttl: TTL_SECONDS, class: 'IN', type: 'CAA', value })),
    note: NOTE,
  };
}

/**
 * The same for all CAs of a stage, the preferred one first. A fallback CA whose names are unknown right now is left out: the
 * published records already allow it.
 */
export function caaRecordsOfAll([preferred, ...others]: readonly [CaaFacts, ...CaaFacts[]]) {
  if (others.length === 0) return caaRecords(preferred);
  const named = others.filter(({ identities }) => identities?.[0] !== undefined);
  const leftOut = others.filter((ca) => !named.includes(ca));
  const all = [preferred, ...named].map((facts) => ({ caName: facts.caName, ...caaRecords(facts) }));
  const ofEach = (field: 'ca_identities' | 'account') => all.map((ca) => `${ca.caName}: ${ca[field]}`).join('; ');
  const missing = leftOut.map(
    ({ caName, directoryUrl }) => `${caName} does not say at ${directoryUrl} what it is called: run this command again.`,
  );
  return {
    ca_identities: ofEach('ca_identities'),
    account: ofEach('account'),
    records: all.flatMap(({ records }) => records),
    note: [NOTE, ...missing].join(' '),
  };
}

function whyUnknown(account: CaaFacts['account'], methods: CaaFacts['methods']): string {
  const why =
    account?.deactivatedAt === undefined ? 'there is none yet' : `the last one was deactivated on ${account.deactivatedAt}`;
  return (
    `not known: ${why}. The first order registers one, or \`admin caa --register\`. Until its URL is in the records, any account of the CA may ` +
    `have certificates for these names, by ${methods.join(' and ')}: run this command again then`
  );
}

type Deployed = Awaited<ReturnType<typeof deployedCa>>;

const AFTER = `
A CA follows the CNAME of a customer's hostname and takes the CAA records of its target for the hostname's own (RFC 8659, section 3). With these records
there, whatever CAA records the customer has do not matter, and nobody but this service's accounts has certificates for the hostname, from the CAs of the stage, by
the ways of validation that the stage uses (RFC 8657). They are lines of a zone file. Nothing is published by this command.`;

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
      const [preferred, ...others] = orderedCas(deployed.settings);
      const facts: [CaaFacts, ...CaaFacts[]] = [await caaFacts(session, deployed, preferred, register)];
      // One after another: acme-client has a single connection for the whole process (open-ca-account.ts).
      for (const ca of others) facts.push(await caaFacts(session, deployed, ca, register));
      session.print(caaRecordsOfAll(facts), { asLines: true });
    });
}

async function caaFacts(
  session: Session,
  { table, clock, baseTarget, settings }: Deployed,
  ca: Ca,
  register: boolean,
): Promise<CaaFacts> {
  const { directoryUrl, caName } = ca;
  const identities = await caaIdentitiesOf(acmeDirectory({ directoryUrl, exchange: httpsExchange(ca), clock }));
  if (register && identities !== undefined) await registerAtCa(session, caName);
  const account = await acmeAccountStore(table, directoryUrl).get();
  return { baseTarget, caName, directoryUrl, identities, account, methods: challengeTypesOf(settings) };
}

async function registerAtCa(session: Session, caName: string): Promise<void> {
  const { ports, contactEmail } = await openCaAccount(session, caName);
  await registerAccount(ports, { contacts: contactEmail === undefined ? [] : [contactEmail] });
}
