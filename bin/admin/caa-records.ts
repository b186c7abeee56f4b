import { ownCaaRecord, VALIDATION_METHOD } from '../../lambdas/acme/caa-identities.ts';

/** What is known of the CA and of our account there. */
export interface CaaFacts {
  baseTarget: string;
  caName: string;
  directoryUrl: string;
  /** The CA's names in CAA records, none where it does not say them; undefined where it does not answer. */
  identities: readonly string[] | undefined;
  account: { accountUrl?: string | undefined; deactivatedAt?: string | undefined } | undefined;
}

const TTL_SECONDS = 300;
const NOTE =
  'A label that has records of its own is not covered by the wildcard (RFC 4592): it needs the same CAA record beside them.';

/** The records to publish in the zone that holds the base target, and what could not be known. Throws where no record can be written at all. */
export function caaRecords({ baseTarget, directoryUrl, identities, account }: CaaFacts) {
  if (identities === undefined)
    throw new Error(`the CA does not answer at ${directoryUrl}, and only its directory says what it is called in CAA records`);
  const [identity] = identities;
  if (identity === undefined)
    throw new Error(
      `the directory of the CA, ${directoryUrl}, does not say what it is called in CAA records (meta.caaIdentities): ask the CA for that name`,
    );
  const accountUrl = account?.deactivatedAt === undefined ? account?.accountUrl : undefined;
  const value = ownCaaRecord(identity, accountUrl);
  return {
    ca_identities: identities.join(', '),
    account: accountUrl ?? whyUnknown(account),
    records: [`*.${baseTarget}.`, `${baseTarget}.`].map((name) => ({ name, ttl: TTL_SECONDS, class: 'IN', type: 'CAA', value })),
    note: NOTE,
  };
}

/**
 * The same for all CAs of a stage, the preferred one first. One of the others that does not say now what it is called is left out: what is
 * published already lets it be asked as before.
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

function whyUnknown(account: CaaFacts['account']): string {
  const why =
    account?.deactivatedAt === undefined ? 'there is none yet' : `the last one was deactivated on ${account.deactivatedAt}`;
  return (
    `not known: ${why}. The first order registers one, or \`admin caa --register\`. Until its URL is in the records, any account of the CA may ` +
    `have certificates for these names, by ${VALIDATION_METHOD}: run this command again then`
  );
}
