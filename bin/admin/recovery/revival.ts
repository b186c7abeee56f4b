import { isDeepStrictEqual } from 'node:util';
import {
  INVITATION_PREFIX,
  KEY_PREFIX,
  keys,
  MACHINE_PREFIX,
  MEMBER_PREFIX,
  organizationPartition,
  peopleKeys,
  SERVER_PREFIX,
  SESSION_PREFIX,
  WEBHOOK_PREFIX,
} from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';

// Which rows give access, and must not come back to life when an earlier row replaces the present one: in restore-diff and in
// undo.

export const ACCESS_KINDS = [
  ...(['api_key', 'machine', 'enrollment', 'webhook', 'portal', 'member', 'invitation', 'session'] as const),
  'ca_account',
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

interface AccessRow {
  kind: AccessKind;
  /** How its keys begin. */
  pk: string;
  sk: string;
  /** The fields that decide who has access, and to what. */
  fields: readonly string[];
}

const ORGANIZATION = organizationPartition('');

/** Every kind of row that gives access. The first entry that fits a row counts: the longer of two prefixes comes first. */
export const ACCESS_ROWS: readonly AccessRow[] = [
  {
    kind: 'api_key',
    pk: keys.apiKey('').pk,
    sk: keys.apiKey('').sk,
    fields: [
      'revokedAt',
      'secretSha256',
      'previousSecretSha256',
      'previousSecretEndsAt',
      'permissions',
      'expiresAt',
      'allowedAddresses',
      'allowedServers',
    ],
  },
  { kind: 'api_key', pk: ORGANIZATION, sk: KEY_PREFIX, fields: ['revokedAt'] },
  { kind: 'machine', pk: 'SERVER#', sk: MACHINE_PREFIX, fields: ['signingJwk', 'encryptionJwk'] },
  // Machines that were enrolled by a release in which they had no rows of their own, and AWS roles of those that need no token.
  { kind: 'machine', pk: ORGANIZATION, sk: SERVER_PREFIX, fields: ['machines', 'machineRoles'] },
  { kind: 'enrollment', pk: keys.enrollment('').pk, sk: keys.enrollment('').sk, fields: [] },
  { kind: 'enrollment', pk: 'SERVER#', sk: 'TOKEN#', fields: ['machines'] },
  { kind: 'webhook', pk: ORGANIZATION, sk: WEBHOOK_PREFIX, fields: ['secret', 'previousSecret'] },
  { kind: 'portal', pk: keys.portal('').pk, sk: keys.portal('').sk, fields: [] },
  { kind: 'portal', pk: ORGANIZATION, sk: keys.portalOfOrganization('').sk, fields: ['token'] },
  { kind: 'member', pk: ORGANIZATION, sk: MEMBER_PREFIX, fields: ['role'] },
  { kind: 'member', pk: peopleKeys.user('').pk, sk: MEMBER_PREFIX, fields: [] },
  { kind: 'invitation', pk: ORGANIZATION, sk: INVITATION_PREFIX, fields: [] },
  { kind: 'invitation', pk: peopleKeys.invitationByEmail('', '').pk, sk: '', fields: [] },
  { kind: 'session', pk: peopleKeys.user('').pk, sk: SESSION_PREFIX, fields: [] },
  // The CA refuses a former key of our account.
  {
    kind: 'ca_account',
    pk: keys.acmeAccount('').pk,
    sk: keys.acmeAccount('').sk,
    fields: ['sealedKey', 'accountUrl', 'pendingKey', 'keyChangedAt', 'deactivatedAt'],
  },
];

/** `ended`: the row stays away. `kept`: fields as they are now; undefined where there is none now. */
export type Revival = { kind: AccessKind } & ({ ended: true } | { ended: false; kept: Record<string, unknown> });

/**
 * What would come back to life if `former` replaced `now`, a row of the same key. Undefined: nothing. If there is no row now, the
 * whole row would.
 */
export function revivalOf(former: Item, now: Item | undefined): Revival | undefined {
  const row = accessRowOf(former);
  if (!row) return undefined;
  const { kind } = row;
  if (former.revokedAt !== undefined) return undefined;
  if (!now) return isServer(row) ? undefined : { kind, ended: true };
  const changed = row.fields.filter((field) => !isDeepStrictEqual(former[field], now[field]));
  if (changed.length === 0 || (isServer(row) && !hasLostMachine(former, now) && !hasLostRole(former, now))) return undefined;
  if (kind === 'enrollment' && Number(now.machines) < Number(former.machines)) return undefined;
  return { kind, ended: false, kept: Object.fromEntries(changed.map((field) => [field, now[field]])) };
}

function accessRowOf({ pk, sk }: Item): AccessRow | undefined {
  return ACCESS_ROWS.find((row) => String(pk).startsWith(row.pk) && String(sk).startsWith(row.sk));
}

/** A server that is gone gives nobody access: its machines and tokens have rows of their own. */
function isServer({ sk }: AccessRow): boolean {
  return sk === SERVER_PREFIX;
}

/** What such a machine last said is written there too: it is no reason. */
function hasLostMachine(former: Item, now: Item): boolean {
  const left = Object(now.machines);
  return Object.entries(Object(former.machines)).some(
    ([id, machine]) => !isDeepStrictEqual(Object(machine).signingJwk, Object(left[id]).signingJwk),
  );
}

function hasLostRole({ machineRoles: former = [] }: Item, { machineRoles: now = [] }: Item): boolean {
  return (former as string[]).some((role) => !(now as string[]).includes(role));
}
