import { isDeepStrictEqual } from 'node:util';
import { StoredAccount } from '../../../lambdas/acme/account.store.ts';
import { ApiKey } from '../../../lambdas/model/accounts/account.schema.ts';
import { Invitation, Member, Session } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { PortalOfOrganization } from '../../../lambdas/model/accounts/portal/portal.schema.ts';
import { Enrollment, ReusableToken } from '../../../lambdas/model/servers/enrollment/enrollment.store.ts';
import { MachineRow, Server } from '../../../lambdas/model/servers/server.schema.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { rolledAt } from '../../../lambdas/shared/ids/id-formats.ts';
import {
  INVITATION_PREFIX,
  type Key,
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

// Rows that give access and must not be revived when an old row replaces a newer one, in restore-diff and in undo.

export const ACCESS_KINDS = [
  ...(['api_key', 'machine', 'enrollment', 'webhook', 'portal', 'member', 'invitation', 'session'] as const),
  'ca_account',
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Facts for the decision, from a row of any kind. */
export interface AccessFacts {
  /** Empty: belongs to no organization. */
  organizationId: string;
  /** The id in audit entries. */
  id: string;
  madeAt?: string | undefined;
  revokedAt?: string | undefined;
  serverId?: number;
  /** For a server: the AWS roles whose machines need no token. */
  machineRoles?: readonly string[];
  /** For a token: number of machines enrolled with it. */
  enrolled?: number;
}

interface AccessRow {
  kind: AccessKind;
  /** Prefix of its partition key. */
  pk: string;
  sk: string;
  /** Fields that decide who has access, and to what. */
  fields: readonly string[];
  /** Undefined: its schema cannot read the row. */
  read: (item: Item & Key) => AccessFacts | undefined;
}

interface Schema<Row> {
  safeParse: (item: Item) => { data?: Row | undefined };
}
type FieldOf<Row> = Row extends unknown ? keyof Row & string : never;

function accessRow<Row>(
  kind: AccessKind,
  { pk, sk }: Key,
  schema: Schema<Row>,
  fields: readonly FieldOf<Row>[],
  factsOf: (row: Row, key: Key) => AccessFacts,
): AccessRow {
  const read = (item: Item & Key) => {
    const { data } = schema.safeParse(item);
    return data && factsOf(data, item);
  };
  return { kind, pk, sk, fields, read };
}

const ORGANIZATION = organizationPartition('');
const SECRETS = ['secretSha256', 'previousSecretSha256', 'previousSecretEndsAt'] as const;
const RIGHTS = ['permissions', 'expiresAt', 'allowedAddresses', 'allowedServers'] as const;
const ONE_USE_TOKEN_MS = 3_600_000;
const SHOWN_OF_HASH = 12;

/**
 * Every kind of row that gives access. Of rows that are written together only one is listed; the others follow it. The first
 * match counts, so the longer of two prefixes comes first.
 */
export const ACCESS_ROWS: readonly AccessRow[] = [
  accessRow(
    'api_key',
    keys.apiKey(''),
    ApiKey,
    ['revokedAt', ...SECRETS, ...RIGHTS],
    ({ organizationId, keyId: id, createdAt: madeAt, revokedAt }) => ({ organizationId, id, madeAt, revokedAt }),
  ),
  accessRow('machine', { pk: 'SERVER#', sk: MACHINE_PREFIX }, MachineRow, ['signingJwk', 'encryptionJwk'], (machine, { pk }) => {
    const [, organizationId = '', serverId] = pk.split('#');
    return { organizationId, serverId: Number(serverId), id: machine.id, madeAt: machine.enrolledAt };
  }),
  accessRow('machine', { pk: ORGANIZATION, sk: SERVER_PREFIX }, Server, ['machineRoles'], (server) => {
    const { organizationId, id, createdAt: madeAt } = server;
    const machineRoles = server.type === 'agent' ? (server.machineRoles ?? []) : [];
    return { organizationId, id: String(id), madeAt, serverId: id, machineRoles };
  }),
  accessRow('enrollment', keys.enrollment(''), Enrollment, [], ({ organizationId, tokenId, validUntil }, { pk }) => {
    const madeAt = tokenId === undefined ? new Date((Date.parse(validUntil) || 0) - ONE_USE_TOKEN_MS) : rolledAt(tokenId);
    return { organizationId, id: tokenId ?? afterPrefix(pk).slice(0, SHOWN_OF_HASH), madeAt: madeAt.toISOString() };
  }),
  accessRow(
    'enrollment',
    { pk: 'SERVER#', sk: 'TOKEN#' },
    ReusableToken,
    ['machines'],
    ({ organizationId, id, createdAt: madeAt, machines: enrolled }) => ({ organizationId, id, madeAt, enrolled }),
  ),
  accessRow(
    'webhook',
    { pk: ORGANIZATION, sk: WEBHOOK_PREFIX },
    Webhook,
    ['secret', 'previousSecret'],
    ({ organizationId, id, createdAt: madeAt }) => ({ organizationId, id: String(id), madeAt }),
  ),
  accessRow('portal', { ...keys.portalOfOrganization(''), pk: ORGANIZATION }, PortalOfOrganization, ['token'], (_, { pk }) => ({
    organizationId: afterPrefix(pk),
    id: afterPrefix(pk),
  })),
  accessRow(
    'member',
    { pk: ORGANIZATION, sk: MEMBER_PREFIX },
    Member,
    ['role'],
    ({ organizationId, userId: id, joinedAt: madeAt }) => ({ organizationId, id, madeAt }),
  ),
  accessRow(
    'invitation',
    { pk: ORGANIZATION, sk: INVITATION_PREFIX },
    Invitation,
    [],
    ({ organizationId, invitationId: id, createdAt: madeAt }) => ({ organizationId, id, madeAt }),
  ),
  accessRow(
    'session',
    { pk: peopleKeys.user('').pk, sk: SESSION_PREFIX },
    Session,
    [],
    ({ organizationId, userId: id, startedAt: madeAt }) => ({ organizationId, id, madeAt }),
  ),
  // The CA refuses a former key of our account.
  accessRow(
    'ca_account',
    keys.acmeAccount(''),
    StoredAccount,
    ['sealedKey', 'accountUrl', 'pendingKey', 'keyChangedAt', 'deactivatedAt'],
    ({ keyChangedAt, createdAt }, { pk }) => ({ organizationId: '', id: afterPrefix(pk), madeAt: keyChangedAt ?? createdAt }),
  ),
];

/**
 * `ended`: the row must not return. `kept`: present values of fields; undefined for one without a value. `unreadable`: a schema
 * cannot read it, so no decision is possible.
 */
export type Revival = { kind: AccessKind } & (
  | { facts: AccessFacts; ended: true }
  | { facts: AccessFacts; ended: false; kept: Record<string, unknown> }
  | { unreadable: true }
);

/**
 * What would be revived if `former` replaced `now`, a row with the same key. Undefined: nothing. Without a present row it is the
 * whole row.
 */
export function revivalOf(former: Item & Key, now: Item | undefined): Revival | undefined {
  const row = ACCESS_ROWS.find(({ pk, sk }) => former.pk.startsWith(pk) && former.sk.startsWith(sk));
  if (!row) return undefined;
  const { kind, fields } = row;
  const changed = now && fields.filter((field) => !isDeepStrictEqual(former[field], now[field]));
  if (changed?.length === 0) return undefined;
  const facts = row.read(former);
  const present = now && row.read({ ...now, pk: former.pk, sk: former.sk });
  if (!facts || (now && !present)) return { kind, unreadable: true };
  if (facts.revokedAt !== undefined) return undefined;
  if (!present || !changed) return endsAlone(row) ? { kind, facts, ended: true } : undefined;
  if (facts.machineRoles?.every((role) => present.machineRoles?.includes(role))) return undefined;
  if (Number(present.enrolled) < Number(facts.enrolled)) return undefined;
  return { kind, facts, ended: false, kept: Object.fromEntries(changed.map((field) => [field, now?.[field]])) };
}

/**
 * A deleted server gives no access, because its machines and tokens have rows of their own. A deleted portal token means a
 * deleted organization.
 */
function endsAlone({ kind, sk }: AccessRow): boolean {
  return sk !== SERVER_PREFIX && kind !== 'portal';
}

const afterPrefix = (pk: string) => pk.slice(pk.indexOf('#') + 1);
