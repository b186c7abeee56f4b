import { Organization } from '../../../lambdas/model/accounts/account.schema.ts';
import { Claim } from '../../../lambdas/model/domains/claim.store.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { Certificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { LabelRecords } from '../../../lambdas/model/servers/label-records.schema.ts';
import { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import {
  CERTIFICATE_PREFIX,
  type Key,
  organizationPartition,
  SERVER_PREFIX,
  serverPartition,
  WEBHOOK_PREFIX,
  ZONE_LABEL_PREFIX,
  ZONE_PARTITION,
} from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';

/**
 * The kinds of rows that `admin undo` puts back. All others remain: revoked or used access must not work again (keys, machines,
 * people, sessions, tokens, nonces), history is never rewritten (audit, events, timeline, outbox, deliveries), and the service
 * maintains the rest (counts, queues, slots, change lists).
 */
export const UNDOABLE_KINDS = [
  'domain',
  'claim',
  'certificate',
  'watch',
  'server',
  'address',
  'webhook',
  'organization',
] as const;
export type UndoableKind = (typeof UNDOABLE_KINDS)[number];

const SERVERS = serverPartition('', 0).split('#', 1)[0];
const ORGANIZATIONS = organizationPartition('');

/** Undefined for a row that is never put back. */
export function undoableKindOf({ pk, sk }: Key): UndoableKind | undefined {
  const door = pk.slice(0, pk.indexOf('#'));
  if (door === 'DOMAIN' && sk === 'DOMAIN') return 'domain';
  if (door === 'HOST') return 'claim';
  if (door === SERVERS && sk.startsWith(CERTIFICATE_PREFIX)) return 'certificate';
  if (door === 'WATCH') return 'watch';
  if (pk === ZONE_PARTITION && sk.startsWith(ZONE_LABEL_PREFIX)) return 'address';
  if (!pk.startsWith(ORGANIZATIONS)) return undefined;
  if (sk.startsWith(SERVER_PREFIX)) return 'server';
  if (sk.startsWith(WEBHOOK_PREFIX)) return 'webhook';
  return sk === 'ORG' ? 'organization' : undefined;
}

/**
 * Attributes that keep their present values: those that the service writes itself, a server's AWS roles, which may have been
 * revoked, and the generation of portal links, which may have been invalidated. revival.ts covers what gives access.
 */
export const PRESERVED_ATTRIBUTES: Record<UndoableKind, readonly string[]> = {
  domain: ['linkGeneration'],
  claim: [],
  certificate: [],
  watch: [],
  server: [
    ...['machineCount', 'machineRoles', 'silent', 'silentCount', 'lastSeenAt', 'challengePathSeenAt', 'stepDueAt'],
    ...['duePk', 'revision', 'installingUntil', 'access', 'checkPossibleAt', 'problem'],
  ],
  address: ['published', 'problem', 'duePk', 'stepDueAt', 'revision'],
  webhook: [
    ...['slot0', 'slot1', 'slot2', 'slot3', 'slot4', 'timeoutsInRow', 'probeAt', 'probes', 'isSlow'],
    ...['failingSince', 'failedEvents', 'parkedAt', 'drainedAt', 'drainSize', 'duePk', 'stepDueAt', 'lastDelivery'],
  ],
  organization: [],
};

/** Parses a row by the schema of its kind. Throws when it does not match. */
export const ROW_PARSERS = {
  domain: domainOf,
  claim: (item: Item) => Claim.parse(item),
  certificate: (item: Item) => Certificate.parse(item),
  watch: (item: Item) => Watch.parse(item),
  server: (item: Item) => Server.parse(item),
  address: (item: Item) => LabelRecords.parse(item),
  webhook: (item: Item) => Webhook.parse(item),
  organization: (item: Item) => Organization.parse(item),
} satisfies Record<UndoableKind, (item: Item) => object>;

/** The resource that a row belongs to, as in the audit. All its rows are put back together, or none. */
export interface Owner {
  organizationId: string;
  type: 'domain' | 'server' | 'webhook' | 'organization';
  id: string;
}

/**
 * Also answers for a row that no schema can read, because all rows of a resource belong together: a domain without its claim
 * could have two holders.
 */
export function ownerOf(kind: UndoableKind, image: Item): Owner {
  const { listed = {} } = image as { listed?: Item };
  const organizationId = String(image.organizationId ?? listed.organizationId ?? image.id);
  switch (kind) {
    case 'domain':
      return { organizationId, type: 'domain', id: String(image.id ?? listed.id) };
    case 'claim':
    case 'certificate':
    case 'watch':
      return { organizationId, type: 'domain', id: String(image.domainId) };
    case 'server':
      return { organizationId, type: 'server', id: String(image.id) };
    case 'address':
      return { organizationId, type: 'server', id: String(image.serverId) };
    case 'webhook':
      return { organizationId, type: 'webhook', id: String(image.id) };
    case 'organization':
      return { organizationId, type: 'organization', id: organizationId };
  }
}

/**
 * True when the filter names the row: by a key pattern (`HOST#*.acme.com`, with `*` for anything), an organization, a domain id
 * or a hostname.
 */
export function matchesFilter(only: string | undefined, { pk, sk }: Key, image: Item): boolean {
  if (only === undefined) return true;
  if (only.includes('*')) return patternOf(only).test(`${pk} ${sk}`) || patternOf(only).test(pk);
  const { listed } = image as { listed?: Item };
  const facts = [image.organizationId, image.domainId, image.hostname, listed?.organizationId, listed?.id, listed?.url];
  return [...pk.split('#'), ...sk.split('#'), ...facts.map(String)].includes(only);
}

function patternOf(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
