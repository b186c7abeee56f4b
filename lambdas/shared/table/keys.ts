import { createHash } from 'node:crypto';
import type { WaitableActor } from '../../../contract/api/error-codes.ts';
import {
  AUDIT_PREFIX,
  CHALLENGE_PREFIX,
  DUE_SHARDS,
  OUTBOX_PREFIX,
  REQUESTS_PREFIX,
  SEALS_PREFIX,
} from '../../../contract/stack/table-shape.ts';
import { inShard, rolledAt, shardIn } from '../ids/id-formats.ts';
import { hourOf, monthOf } from '../time/instant.ts';

/** Every key of the only table; its attributes and indexes are in contract/stack/table-shape.ts. */
export interface Key {
  pk: string;
  sk: string;
}

export { DUE_SHARDS };
/** With this many partitions, an outbox has no hot key at ten million domains. */
export const OUTBOX_SHARDS = 32;

export const keys = {
  organization: (id: string): Key => ({ pk: organizationPartition(id), sk: 'ORG' }),
  /** The organization's limits that differ from the default, and its request count of the current hour. */
  limits: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'LIMITS' }),
  /** How many servers, webhooks and keys the organization has: concurrent creations meet the quota here. */
  resourceCounts: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'COUNTS' }),
  testClock: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'TEST_CLOCK' }),
  /** How many of its domains wait for whom, at the last count. */
  waitingCounts: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'WAITING' }),
  /** When the organization's usage is counted again, and the progress. */
  useReconciliation: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'USE' }),
  portalOfOrganization: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'PORTAL' }),
  portal: (token: string): Key => ({ pk: `PORTAL#${token}`, sk: 'PORTAL' }),
  /** Separate from the portal, which every portal view reads. */
  portalLogo: (logoId: string): Key => ({ pk: `LOGO#${logoId}`, sk: 'LOGO' }),
  /** How many times a visitor has entered a hostname in a portal, per time window. */
  portalVisits: (token: string, visitor: string, window: string): Key => ({ pk: `VISITS#${token}#${visitor}`, sk: window }),
  /** How many DNS checks a portal visitor has started, per time window; for all visitors together: `everybody`. */
  portalChecks: (token: string, visitor: string, window: string): Key => ({
    pk: `VISITS#${token}#${visitor}`,
    sk: `CHECKS#${window}`,
  }),
  apiKey: (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: 'KEY' }),
  /** Lists the key in its organization. */
  keyOfOrganization: (organizationId: string, keyId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${KEY_PREFIX}${keyId}`,
  }),
  /** Mail that is due to an organization's people: about one cause, one invitation or one new admin or owner. */
  mailNotice: (organizationId: string, name: string): Key => ({ pk: `${MAILS_PREFIX}${organizationId}`, sk: name }),
  /** Records that one of them has received it. `address`: its hash. */
  mailClaim: (organizationId: string, address: string, name: string): Key => ({
    pk: `MAILED#${organizationId}#${address}`,
    sk: name,
  }),
  /** How many reports of leaked keys came from an address, per time window. */
  leakReports: (address: string, window: string): Key => ({ pk: `LEAKS#${address}`, sk: window }),
  /** The server and its revision, which an agent's idle poll reads beside its machine. */
  server: (organizationId: string, serverId: number): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${SERVER_PREFIX}${sortableId(serverId)}`,
  }),
  webhook: (organizationId: string, webhookId: number): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${WEBHOOK_PREFIX}${sortableId(webhookId)}`,
  }),
  webhookActions: (organizationId: string, webhookId: number): Key => ({
    pk: `WEBHOOK#${organizationId}#${webhookId}`,
    sk: 'ACTIONS',
  }),
  /** The state of a receiver's host after its webhook is gone. */
  receiver: (organizationId: string, host: string): Key => ({ pk: `RECEIVER#${organizationId}#${host}`, sk: 'RECEIVER' }),
  organizationSlots: (organizationId: string): Key => ({ pk: `SENDER#${organizationId}`, sk: 'SLOTS' }),
  dnsSlots: (organizationId: string): Key => ({ pk: `DNS#${organizationId}`, sk: 'SLOTS' }),
  label: (label: string): Key => ({ pk: `LABEL#${label}`, sk: 'LABEL' }),
  /** The records of a label in the base target's zone; there are few, in one partition. */
  labelRecords: (label: string): Key => ({ pk: ZONE_PARTITION, sk: `${ZONE_LABEL_PREFIX}${label}` }),
  zone: (): Key => ({ pk: ZONE_PARTITION, sk: 'STATE' }),
  /** The lease and schedule of the work in an integrator's AWS account and region. */
  awsWorkList: (accountId: string, region: string): Key => ({ pk: awsWorkPartition(accountId, region), sk: 'STATE' }),
  /** A task there, in the order of execution. */
  awsWork: (accountId: string, region: string, place: string): Key => ({ pk: awsWorkPartition(accountId, region), sk: place }),
  /** A revoked machine whose domains must get new keys. */
  rekeying: (organizationId: string, serverId: number, machineId: string): Key => ({
    pk: `REKEYING#${organizationId}#${serverId}`,
    sk: machineId,
  }),
  enrollment: (tokenHash: string): Key => ({ pk: `ENROLLMENT#${tokenHash}`, sk: 'ENROLLMENT' }),
  /**
   * A token with which several machines enroll. The label is part of the key, so that a recreated server with the same number has
   * none of the former's tokens.
   */
  reusableToken: (organizationId: string, serverId: number, label: string, tokenId: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `TOKEN#${label}#${tokenId}`,
  }),
  /** The machine that has enrolled with these public keys, for a machine that did not receive the response and asks again. */
  enrolledKeys: (keysHash: string): Key => ({ pk: `ENROLLED#${keysHash}`, sk: 'ENROLLED' }),
  /** Marks the nonce of a machine's AWS identity proof as used. */
  identityNonce: (nonceId: string): Key => ({ pk: `NONCE#${nonceId}`, sk: 'NONCE' }),
  /** Marks a machine's signed request as used. */
  signature: (machineId: string, signatureId: string): Key => ({ pk: `SIGNATURE#${machineId}#${signatureId}`, sk: 'SIGNATURE' }),
  /** A machine of a server, and when it counts as silent. */
  machine: (organizationId: string, serverId: number, machineId: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${MACHINE_PREFIX}${machineId}`,
  }),
  certificate: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${CERTIFICATE_PREFIX}${hostname}`,
  }),
  /** The hostname's tenant at a distribution whose certificates CloudFront gets itself. */
  managedTenant: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${MANAGED_TENANT_PREFIX}${hostname}`,
  }),
  /** The position of a hostname in its server's list of changes; the list has each hostname once. */
  change: (organizationId: string, serverId: number, changedAt: string, hostname: string): Key => ({
    pk: changePartition(organizationId, serverId),
    sk: `${changedAt}#${hostname}`,
  }),
  /** When a server's agents were told to expect a hostname whose certificate they do not have. */
  expectedHostname: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `EXPECTED#${hostname}`,
  }),
  /** Each test tenant has its own namespace of hostnames: a lookup by hostname alone finds none of them. */
  claim: (hostname: string, testTenantId?: string): Key => ({
    pk: testTenantId === undefined ? `HOST#${hostname}` : `HOST#${testTenantId}#${hostname}`,
    sk: 'CLAIM',
  }),
  domain: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'DOMAIN' }),
  /** When the domain's limited actions were last requested. */
  actions: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'ACTIONS' }),
  /** The same for visitors of the portal. */
  visitorActions: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'VISITOR_ACTIONS' }),
  /** How many times an organization has checked the DNS of hostnames, per time window. */
  dnsChecks: (organizationId: string, window: string): Key => ({ pk: `ORG#${organizationId}`, sk: `LOOKS#${window}` }),
  /** The certificate that is served while another is being installed. */
  formerCertificate: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'FORMER' }),
  revocation: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'REVOCATION' }),
  timeline: (domainId: number, entryId: string): Key => ({ pk: `DOMAIN#${domainId}`, sk: `TIMELINE#${entryId}` }),
  /** The state of a domain's daily checks. A shard's domains are in the daily order of their checks. */
  watch: (domainId: number): Key => ({
    pk: watchPartition(shardOf(domainId, DUE_SHARDS)),
    sk: `${slotText(slotOf(domainId))}#${domainId}`,
  }),
  /** The progress of a shard's daily checks; if they are divided, of one of the parts. */
  watchCursor: (shard: number, { index, of }: { index: number; of: number } = { index: 0, of: 1 }): Key => ({
    pk: `CURSOR#${shard}`,
    sk: of === 1 ? 'WATCH' : `WATCH#${of}#${index}`,
  }),
  switches: (): Key => ({ pk: 'SERVICE#SWITCHES', sk: 'SWITCHES' }),
  /** The restore for which a shard's waiting domains were made due. */
  sweptEpoch: (shard: number): Key => ({ pk: `CURSOR#${shard}`, sk: 'EPOCH' }),
  /**
   * A hostname's last challenge is also stored under the hostname: a token has no dot, and a hostname has one, so they cannot
   * collide.
   */
  challenge: (tokenOrHostname: string): Key => ({ pk: `${CHALLENGE_PREFIX}${tokenOrHostname}`, sk: 'CHALLENGE' }),
  caHealth: (directoryUrl: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: 'HEALTH' }),
  acmeAccount: (directoryUrl: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: 'ACCOUNT' }),
  /** The usage of an order limit at a CA account: of the account itself, an organization, a hostname. */
  caBudget: (account: string, limited: string): Key => ({ pk: `ACME#${account}`, sk: `BUDGET#${limited}` }),
  /** The tag of an organization's next name in the account's queue. */
  caTags: (account: string, organizationId: string): Key => ({ pk: `ACME#${account}`, sk: `TAGS#${organizationId}` }),
  /** A name in the account's queue, in the order of service. */
  caQueue: (account: string, place: string): Key => ({ pk: caQueuePartition(account), sk: place }),
  /** By hour, so that `redrive --since` reads whole partitions. The id alone determines the entry's key (`outboxId`). */
  outbox: (entryId: string): Key => ({
    pk: outboxPartition(hourOf(rolledAt(entryId)), outboxShard(entryId)),
    sk: entryId,
  }),
  /** A copy for the relay, in the hour of its creation. */
  outboxCopy: (entryId: string, at: Date): Key => ({
    pk: outboxPartition(hourOf(at), outboxShard(entryId)),
    sk: `${entryId}#${at.toISOString()}`,
  }),
  /** The number of the organization's last event: sorts right after its webhooks, so that the relay reads both with one Query. */
  eventCounter: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'WEBHOOKS' }),
  /** An event in the order in which the relay saw it, numbered from 1 without gaps. */
  event: (organizationId: string, number: number): Key => ({
    pk: `EVENTS#${organizationId}#${Math.floor(number / EVENTS_IN_PARTITION)}`,
    sk: sortableId(number),
  }),
  eventHour: (organizationId: string, hour: string): Key => ({ pk: `EVENTS#${organizationId}`, sk: hour }),
  /** An organization's report of a day, and its failures open at the end: `2026-11-21`. */
  reportDay: (organizationId: string, day: string): Key => ({ pk: `REPORTS#${organizationId}`, sk: `DAY#${day}` }),
  openFailures: (organizationId: string, day: string): Key => ({ pk: `REPORTS#${organizationId}`, sk: `OPEN#${day}` }),
  /** By month, like the audit log. The id contains the creation time of its event. */
  delivery: (organizationId: string, webhookId: number, deliveryId: string): Key => ({
    pk: deliveryPartition(organizationId, webhookId, monthOf(rolledAt(deliveryId))),
    sk: deliveryId,
  }),
  /** By audit scope and month, so that a month is read without earlier ones. */
  audit: (organizationId: string, scope: AuditScope, month: string, entryId: string): Key => ({
    pk: auditPartition(organizationId, auditPlace(scope, month)),
    sk: entryId,
  }),
  /** A seal of audit entries: numbered from 1 without gaps. */
  seal: (organizationId: string, number: number): Key => ({ pk: `${SEALS_PREFIX}${organizationId}`, sk: sortableId(number) }),
  /** A log entry of a key's API request: the ids sort by time, and a day of them is some megabytes at most. */
  request: (organizationId: string, requestId: string): Key => ({ pk: `${REQUESTS_PREFIX}${organizationId}`, sk: requestId }),
  /** `keyHash`: of the Idempotency-Key, hex. */
  idempotency: (organizationId: string, keyHash: string): Key => ({
    pk: `IDEMPOTENCY#${organizationId}#${keyHash}`,
    sk: 'IDEMPOTENCY',
  }),
};

/** Separate, for the functions that know no people: the bundle that each of their cold starts loads is bounded. */
export const peopleKeys = {
  /** A member of the organization: the role, and the requests of the current minute. */
  member: (organizationId: string, userId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${MEMBER_PREFIX}${userId}`,
  }),
  /** How many owners the organization has: two who leave concurrently conflict here. */
  owners: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'OWNERS' }),
  invitation: (organizationId: string, invitationId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${INVITATION_PREFIX}${invitationId}`,
  }),
  /** Lists an invitation by e-mail address. `emailHash`: of the address with A-Z in lower case, hex. */
  invitationByEmail: (emailHash: string, invitationId: string): Key => ({ pk: invitedPartition(emailHash), sk: invitationId }),
  user: (userId: string): Key => ({ pk: userPartition(userId), sk: 'USER' }),
  /** The user of an identity provider's subject. */
  identity: (identityHash: string): Key => ({ pk: `IDENTITY#${identityHash}`, sk: 'IDENTITY' }),
  /** Lists an organization of which the user is a member. */
  membershipOfUser: (userId: string, organizationId: string): Key => ({
    pk: userPartition(userId),
    sk: `${MEMBER_PREFIX}${organizationId}`,
  }),
  /** Marks a sign-in as used. `idHash`: of the random part of the browser's cookie, hex. */
  usedSignIn: (idHash: string): Key => ({ pk: `SIGNIN#${idHash}`, sk: 'USED' }),
  /** How many sign-ins returned from the identity provider to an address, per time window. */
  signIns: (visitor: string, window: string): Key => ({ pk: `SIGNIN#${visitor}`, sk: window }),
  /** `sessionId`: the hash of the browser's cookie. */
  session: (userId: string, sessionId: string): Key => ({ pk: userPartition(userId), sk: `${SESSION_PREFIX}${sessionId}` }),
};

/**
 * `changes`: changes by people and programs; a machine's id: the private keys released to it; a server's number: those released
 * to its AWS account.
 */
export type AuditScope = 'changes' | number | `mch_${string}`;

export const CERTIFICATE_PREFIX = 'CERT#';
export const MANAGED_TENANT_PREFIX = 'MANAGED#';
export const INVITATION_PREFIX = 'INVITATION#';
export const KEY_PREFIX = 'KEY#';
const MAILS_PREFIX = 'MAILS#';
export const MACHINE_PREFIX = 'MACHINE#';
export const MEMBER_PREFIX = 'MEMBER#';
export const SERVER_PREFIX = 'SERVER#';
export const SESSION_PREFIX = 'SESSION#';
export const WEBHOOK_PREFIX = 'WEBHOOK#';
export const ZONE_LABEL_PREFIX = 'LABEL#';

/** The state of the base target's zone writer, and the labels with records there: a server seldom changes. */
export const ZONE_PARTITION = 'ZONE#BASE_TARGET';

export function isMachineId(text: string | undefined): text is `mch_${string}` {
  return text?.startsWith('mch_') ?? false;
}

/** Limits the growth of a partition, and separates recent items from old ones. */
export const EVENTS_IN_PARTITION = 100_000;

/** A user, their organizations and their sessions. */
export function userPartition(userId: string): string {
  return `USER#${userId}`;
}

export function invitedPartition(emailHash: string): string {
  return `INVITED#${emailHash}`;
}

/** The work in an integrator's AWS account and region: AWS's limits apply per account and region. */
export function awsWorkPartition(accountId: string, region: string): string {
  return `AWS#${accountId}#${region}`;
}

export function caQueuePartition(account: string): string {
  return `ACME#${account}#QUEUE`;
}

export function outboxPartition(hour: string, shard: number): string {
  return `${OUTBOX_PREFIX}${hour}#${shard}`;
}

export function outboxShard(entryId: string): number {
  return shardIn(entryId, OUTBOX_SHARDS);
}

/**
 * The id of an entry about a domain, from a random id: one domain's entries of an hour are in one partition, so the stream keeps
 * their order.
 */
export function outboxId(randomId: string, domainId: number): string {
  return inShard(randomId, shardOf(domainId, OUTBOX_SHARDS), OUTBOX_SHARDS);
}

/** The same for an entry about a server. Most organizations have a server 1, so the label spreads them, not the number. */
export function serverOutboxId(randomId: string, label: string): string {
  return inShard(randomId, hashOf(label), OUTBOX_SHARDS);
}

export function deliveryPartition(organizationId: string, webhookId: number, month: string): string {
  return `DELIVERIES#${organizationId}#${webhookId}#${month}`;
}

/** The organization itself, its limits, servers and webhooks: everything that is listed with one strongly consistent Query. */
export function organizationPartition(organizationId: string): string {
  return `ORG#${organizationId}`;
}

/** The partitions of the list indexes (contract/stack/table-shape.ts). */
export const listPartitions = {
  ofOrganization: (organizationId: string) => organizationPartition(organizationId),
  ofSslStatus: (organizationId: string, status: string) => `${organizationPartition(organizationId)}#SSL#${status}`,
  ofDnsStatus: (organizationId: string, status: string) => `${organizationPartition(organizationId)}#DNS#${status}`,
  ofActor: (organizationId: string, actor: WaitableActor) => `${organizationPartition(organizationId)}#ACTOR#${actor}`,
  ofServer: (organizationId: string, serverId: number) => `${organizationPartition(organizationId)}#SERVER#${serverId}`,
};

/** Numbers below 2^53, as text that sorts by value. */
function sortableId(id: number): string {
  return String(id).padStart(16, '0');
}

/** Parses the partition key of `keys.domain`. */
export function domainIdOf(partitionKey: string): number {
  return Number(partitionKey.slice(keys.domain(0).pk.length - 1));
}

export function serverPartition(organizationId: string, serverId: number): string {
  return `SERVER#${organizationId}#${serverId}`;
}

/** The changes at a server, in the order in which its agents get them. */
export function changePartition(organizationId: string, serverId: number): string {
  return `CHANGES#${organizationId}#${serverId}`;
}

export function duePartition(shard: number): string {
  return `DUE#${shard}`;
}

/** Domains whose certificate is watched, by the time of their next work. */
export function scanPartition(shard: number): string {
  return `SCAN#${shard}`;
}

/** Domains at work in one organization's test mode: its own clock decides when they are due, not the sweep. */
export function testDuePartition(organizationId: string): string {
  return `DUE#TEST#${organizationId}`;
}

/** The same for later due times. */
export function testScanPartition(organizationId: string): string {
  return `SCAN#TEST#${organizationId}`;
}

export function watchPartition(shard: number): string {
  return `WATCH#${shard}`;
}

/** The parts of a day, so that daily checks spread evenly over it. */
export const WATCH_SLOTS = 65_536;

function slotOf(domainId: number): number {
  return hashOf(String(domainId));
}

/** 16 bits, spread evenly. */
function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE();
}

/** The beginning of a sort key. */
export function slotText(slot: number): string {
  return slot.toString(16).padStart(4, '0');
}

/** Parses the sort key of `keys.watch`. */
export function slotIn(sortKey: string): number {
  return Number.parseInt(sortKey, 16);
}

export function dueOutboxPartition(shard: number): string {
  return `DUE#OUTBOX#${shard}`;
}

/** Due deliveries, and webhooks that have parked ones. */
export function dueDeliveriesPartition(shard: number): string {
  return `DUE#DELIVERIES#${shard}`;
}

/** The server of this item, or of this machine's item. */
export function serverOfKey({ pk, sk }: Key): { organizationId: string; serverId: number } {
  if (sk.startsWith(MACHINE_PREFIX)) {
    const [, organizationId = '', serverId] = pk.split('#');
    return { organizationId, serverId: Number(serverId) };
  }
  return { organizationId: pk.slice(organizationPartition('').length), serverId: Number(sk.slice(SERVER_PREFIX.length)) };
}

/** Machines by the time at which they count as silent without contact, or at which a silent one is retired. */
export function dueServersPartition(shard: number): string {
  return `DUE#SERVERS#${shard}`;
}

/** The partition of one server. Most organizations have a server 1, so the label spreads them, not the number. */
export function dueServersOf(label: string): string {
  return dueServersPartition(hashOf(label) % DUE_SHARDS);
}

/** Organizations whose usage must be counted again: three writes a day each, too few for a hot key. */
export const DUE_USE_PARTITION = 'DUE#USE';

/** API keys that expire, by the time of their organization's next notice: a few writes in the life of such a key. */
export const DUE_KEYS_PARTITION = 'DUE#KEYS';

export const DUE_MAILS_PARTITION = 'DUE#MAILS';

/** Revoked machines whose domains must get new keys: rare. */
export const DUE_REKEYING_PARTITION = 'DUE#REKEYING';

/** Labels whose records must be written to the zone. */
export const DUE_ZONE_PARTITION = 'DUE#ZONE';

/** Integrators' AWS accounts with work, by its due time: one write per certificate. */
export const DUE_AWS_WORK_PARTITION = 'DUE#AWS_WORK';

/** Servers in AWS accounts, by the time of their next account check: one a day each. */
export const DUE_AWS_SERVERS_PARTITION = 'DUE#AWS_SERVERS';

/** The first seal that an organization got on a day: the signer of that day finds the chains with a new head by it. */
export function sealedDayPartition(day: string): string {
  return `DUE#SEALS#${day}`;
}

/** A scope of the audit log, and one of its months. */
export function auditPlace(scope: AuditScope, month: string): string {
  return `${scope}#${month}`;
}

/** The partition of a place in a seal: `<scope>#<month>`. */
export function auditPartition(organizationId: string, place: string): string {
  return `${AUDIT_PREFIX}${organizationId}#${place}`;
}

export function organizationOfAudit(partitionKey: string): string {
  return partitionKey.slice(AUDIT_PREFIX.length).split('#', 1)[0] ?? '';
}

export function organizationOfMails(partitionKey: string): string {
  return partitionKey.slice(MAILS_PREFIX.length);
}

export function dueDeliveriesOf(webhookId: number): string {
  return dueDeliveriesPartition(shardOf(webhookId, DUE_SHARDS));
}

/** Deliveries that wait until their webhook accepts them. */
export function parkedPartition(organizationId: string, webhookId: number): string {
  return `PARKED#${organizationId}#${webhookId}`;
}

export function shardOf(domainId: number, shards: number): number {
  return domainId % shards; // the low bits of a domain id are random
}
