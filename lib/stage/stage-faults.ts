import { distance } from 'fastest-levenshtein';
import type * as z from 'zod/mini';
import { orderedCas } from '../../contract/stack/settings.schema.ts';
import type { Stage } from './stage.schema.ts';

// Faults that a schema cannot see in a stage file. Each is a line: the field's path, and what to do.

/** Two typos in a name, as in `contactEmial`. */
const MAX_EDITS = 3;

interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
}

/** Unknown fields at any depth. A misspelt optional field would otherwise be ignored silently. */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const { shape, innerType, element } = schema._zod.def as unknown as Definition;
  if (innerType) return unknownFields(innerType, value, path);
  if (element && Array.isArray(value)) return value.flatMap((inner, index) => unknownFields(element, inner, `${path}.${index}`));
  if (!shape || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? unknownFields(field, inner, at) : [`${at}: there is no such field${likely(name, Object.keys(shape))}`];
  });
}

function likely(name: string, known: string[]): string {
  const near = known.toSorted((one, other) => distance(name, one) - distance(name, other))[0];
  return near !== undefined && distance(name, near) <= MAX_EDITS ? `; is ${near} meant?` : '';
}

/** RFC 2606 and RFC 6761: names that belong to nobody. */
const EXAMPLE_NAME = /(^|[.@])(example\.(com|net|org)|[a-z0-9-]+\.(example|invalid|test)|example|invalid|test)$/;
/** Account ids in AWS's own documentation. */
const EXAMPLE_ACCOUNTS = ['123456789012', '111122223333', '444455556666'];

/** Example values from documentation: a CA refuses the contact, and no CNAME can point to the name. */
export function exampleValueFaults({ account, settings, alarmEmail, publicDomain }: Stage): string[] {
  const names = {
    'settings.baseTarget': settings.baseTarget,
    ...Object.fromEntries(settings.ownNames.map((name, index) => [`settings.ownNames.${index}`, name])),
    ...Object.fromEntries(orderedCas(settings).map(({ contactEmail }, index) => [`${caPath(index)}.contactEmail`, contactEmail])),
    'settings.domainConnect.providerId': settings.domainConnect?.providerId,
    'settings.domainConnect.keyDomain': settings.domainConnect?.keyDomain,
    alarmEmail,
    'publicDomain.name': publicDomain?.name,
  };
  const faults = Object.entries(names).flatMap(([path, value]) =>
    value !== undefined && EXAMPLE_NAME.test(value) ? [`${path}: ${value} is an example; put your own`] : [],
  );
  if (account !== undefined && EXAMPLE_ACCOUNTS.includes(account))
    faults.push(`account: ${account} is an example; put your own, or leave it out`);
  return faults;
}

/** Path of a CA by its index in `casOf`. */
function caPath(index: number): string {
  return index === 0 ? 'settings.acme' : `settings.acmeFallbacks.${index - 1}`;
}

/** Rows identify a CA by its name, accounts and budgets by its directory URL. Neither may occur twice. */
export function duplicateCaFaults({ settings }: Stage): string[] {
  const cas = orderedCas(settings);
  return (['caName', 'directoryUrl'] as const).flatMap((field) =>
    cas.flatMap((ca, index) =>
      cas.findIndex((other) => other[field] === ca[field]) === index
        ? []
        : [`${caPath(index)}.${field}: another CA of this stage has it too`],
    ),
  );
}

/** Mail goes to signed-in people and links to the dashboard. */
export function mailFaults({ signIn, settings: { mail, siteUrl } }: Stage): string[] {
  if (!mail) return [];
  return [
    ...(signIn ? [] : ['signIn: is needed with settings.mail: mail goes to the people who sign in']),
    ...(siteUrl === undefined ? ['settings.siteUrl: is needed with settings.mail: its links lead there'] : []),
  ];
}

/** The zone's writer also writes the validation records, so it must exist. */
export function validationZoneFaults({ baseTargetZone, settings }: Stage): string[] {
  const { baseTarget, validationZone, validationRecord, wildcards } = settings;
  const path = 'settings.validationZone';
  if (validationZone === undefined)
    return [
      ...(validationRecord ? [`settings.validationRecord: has no effect without ${path}`] : []),
      ...(wildcards ? [`${path}: is needed with settings.wildcards: CAs prove a wildcard by DNS only`] : []),
    ];
  return [
    ...(baseTargetZone ? [] : [`baseTargetZone: is needed with ${path}: the service writes proofs there`]),
    ...(validationZone === baseTarget
      ? [`${path}: servers have their labels below the base target; put validation.${baseTarget}`]
      : []),
  ];
}

/** A DNS provider returns its customer to the portal, at the address that the link was signed with. */
export function domainConnectFaults({ settings: { domainConnect, siteUrl } }: Stage): string[] {
  return domainConnect && siteUrl === undefined
    ? ['settings.siteUrl: is needed with settings.domainConnect: DNS providers lead back to the portal there']
    : [];
}

/** A copy in the same place would be lost together with the original. */
export function backupLocationFaults({ account, region, backup, keyReplica }: Stage): string[] {
  const [, , , vaultRegion, vaultAccount] = backup?.vaultArn.split(':') ?? [];
  const [, , , keyRegion, keyAccount] = keyReplica?.primaryKeyArn.split(':') ?? [];
  return [
    ...(backup && region === vaultRegion && account === vaultAccount
      ? ['backup.vaultArn: is in the account and region of the stage, and would be lost with them']
      : []),
    ...(keyReplica && keyReplica.region === keyRegion
      ? [`keyReplica.region: is ${keyRegion}, where the key itself is; a replica is in another`]
      : []),
    ...(keyReplica && region !== undefined && region !== keyRegion
      ? [`keyReplica.primaryKeyArn: is in ${keyRegion}, and the stage in ${region}`]
      : []),
    ...(keyReplica && account !== undefined && account !== keyAccount
      ? [`keyReplica.primaryKeyArn: is of account ${keyAccount}, and the stage of ${account}`]
      : []),
  ];
}
