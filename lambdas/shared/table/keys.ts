import { createHash } from 'node:crypto';
import type { WaitedFor } from '../../../contract/api/error-codes.ts';
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

/** Every key of the one table; its attributes and indexes are in contract/stack/table-shape.ts. */
export interface Key {
  pk: string;
  sk: string;
}

export { DUE_SHARDS };
/** Spread over this many partitions, an outbox has no hot key at ten million domains. */
export const OUTBOX_SHARDS = 32;

export const keys = {
  organization: (id: string): Key => ({ pk: organizationPartition(id), sk: 'ORG' }),
  /** What the organization may ask and have, where that is not the standard, and its count of requests in the present hour. */
  limits: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'LIMITS' }),
  /**
   * How many servers, webhooks and keys the organization has: whoever creates one at the same moment as others meets its quota
   * here.
   */
  resourceCounts: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'COUNTS' }),
  /** By how much the clock of its test mode is ahead. */
  testClock: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'TEST_CLOCK' }),
  /** How many of its domains wait for whom, as it was counted last. */
  waitingCounts: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'WAITING' }),
  /** When what the organization uses is counted again, and how far that has come. */
  useReconciliation: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'USE' }),
  /** Says under which token the organization's portal lies. */
  portalOfOrganization: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'PORTAL' }),
  portal: (token: string): Key => ({ pk: `PORTAL#${token}`, sk: 'PORTAL' }),
  /** Apart from the portal, which each view of it reads. */
  portalLogo: (logoId: string): Key => ({ pk: `LOGO#${logoId}`, sk: 'LOGO' }),
  /** How often a visitor has typed a hostname in a portal, in a window of time. */
  portalVisits: (token: string, visitor: string, window: string): Key => ({ pk: `VISITS#${token}#${visitor}`, sk: window }),
  /** How often a visitor of a portal has had DNS checked, in a window of time; of all visitors together: `everybody`. */
  portalChecks: (token: string, visitor: string, window: string): Key => ({
    pk: `VISITS#${token}#${visitor}`,
    sk: `CHECKS#${window}`,
  }),
  apiKey: (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: 'KEY' }),
  /** Says that the organization has this key. */
  keyOfOrganization: (organizationId: string, keyId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${KEY_PREFIX}${keyId}`,
  }),
  /** Mail that the people of an organization are to get: of one cause, one invitation or one new admin or owner. */
  mailNotice: (organizationId: string, name: string): Key => ({ pk: `${MAILS_PREFIX}${organizationId}`, sk: name }),
  /** That one of them has got it. `address`: its hash. */
  mailClaim: (organizationId: string, address: string, name: string): Key => ({
    pk: `MAILED#${organizationId}#${address}`,
    sk: name,
  }),
  /** How many reports of leaked keys came from an address, in a window of time. */
  leakReports: (address: string, window: string): Key => ({ pk: `LEAKS#${address}`, sk: window }),
  /** The server and its change counter: what an agent's quiet poll reads beside its machine. */
  server: (organizationId: string, serverId: number): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${SERVER_PREFIX}${sortableId(serverId)}`,
  }),
  webhook: (organizationId: string, webhookId: number): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${WEBHOOK_PREFIX}${sortableId(webhookId)}`,
  }),
  /** When the webhook was last tested. */
  webhookActions: (organizationId: string, webhookId: number): Key => ({
    pk: `WEBHOOK#${organizationId}#${webhookId}`,
    sk: 'ACTIONS',
  }),
  /** What is remembered of a receiver's host when its webhook is gone. */
  receiver: (organizationId: string, host: string): Key => ({ pk: `RECEIVER#${organizationId}#${host}`, sk: 'RECEIVER' }),
  /** Which processes of the sender work for the organization. */
  organizationSlots: (organizationId: string): Key => ({ pk: `SENDER#${organizationId}`, sk: 'SLOTS' }),
  /** Which processes check DNS for the organization. */
  dnsSlots: (organizationId: string): Key => ({ pk: `DNS#${organizationId}`, sk: 'SLOTS' }),
  label: (label: string): Key => ({ pk: `LABEL#${label}`, sk: 'LABEL' }),
  /** What the zone of the base target has for a label; they lie together, and are few. */
  labelRecords: (label: string): Key => ({ pk: ZONE_PARTITION, sk: `${ZONE_LABEL_PREFIX}${label}` }),
  /** The state of who writes the zone. */
  zone: (): Key => ({ pk: ZONE_PARTITION, sk: 'STATE' }),
  /** Who works in an AWS account of integrators, in one region, and when. */
  awsWorkList: (accountId: string, region: string): Key => ({ pk: awsWorkPartition(accountId, region), sk: 'STATE' }),
  /** What is to be done there; it lies in the order in which it is done. */
  awsWork: (accountId: string, region: string, place: string): Key => ({ pk: awsWorkPartition(accountId, region), sk: place }),
  /** That the domains are to get new keys whose keys a revoked machine has. */
  rekeying: (organizationId: string, serverId: number, machineId: string): Key => ({
    pk: `REKEYING#${organizationId}#${serverId}`,
    sk: machineId,
  }),
  enrollment: (tokenHash: string): Key => ({ pk: `ENROLLMENT#${tokenHash}`, sk: 'ENROLLMENT' }),
  /**
   * A token with which several machines enroll. By the label: a server that is made again by its number has none of the former.
   */
  reusableToken: (organizationId: string, serverId: number, label: string, tokenId: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `TOKEN#${label}#${tokenId}`,
  }),
  /** Which machine has enrolled with these public keys: whoever did not hear the answer asks again. */
  enrolledKeys: (keysHash: string): Key => ({ pk: `ENROLLED#${keysHash}`, sk: 'ENROLLED' }),
  /** Says that a nonce was used by which a machine has proven its AWS identity. */
  identityNonce: (nonceId: string): Key => ({ pk: `NONCE#${nonceId}`, sk: 'NONCE' }),
  /** Says that a request which a machine has signed has caused something. */
  signature: (machineId: string, signatureId: string): Key => ({ pk: `SIGNATURE#${machineId}#${signatureId}`, sk: 'SIGNATURE' }),
  /** A machine of a server, and when it counts as silent. */
  machine: (organizationId: string, serverId: number, machineId: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${MACHINE_PREFIX}${machineId}`,
  }),
  /** A certificate by server and hostname. */
  certificate: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${CERTIFICATE_PREFIX}${hostname}`,
  }),
  /** The hostname's tenant at a distribution whose certificates CloudFront gets itself. */
  managedTenant: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `${MANAGED_TENANT_PREFIX}${hostname}`,
  }),
  /** Where a hostname stands in the list of what changed at its server; the list has each hostname once. */
  change: (organizationId: string, serverId: number, changedAt: string, hostname: string): Key => ({
    pk: changePartition(organizationId, serverId),
    sk: `${changedAt}#${hostname}`,
  }),
  /** When a server's agents were told to expect a hostname whose certificate they do not have. */
  expectedHostname: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `EXPECTED#${hostname}`,
  }),
  /** Each organization has all names of test data to itself: there nobody finds one by the hostname alone. */
  claim: (hostname: string, testTenantId?: string): Key => ({
    pk: testTenantId === undefined ? `HOST#${hostname}` : `HOST#${testTenantId}#${hostname}`,
    sk: 'CLAIM',
  }),
  domain: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'DOMAIN' }),
  /** When the domain's limited actions were last asked for. */
  actions: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'ACTIONS' }),
  /** The same for visitors of the portal. */
  visitorActions: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'VISITOR_ACTIONS' }),
  /** How often an organization has looked at the DNS of hostnames in a window of time. */
  dnsChecks: (organizationId: string, window: string): Key => ({ pk: `ORG#${organizationId}`, sk: `LOOKS#${window}` }),
  /** The certificate that is served while another is put in its place. */
  formerCertificate: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'FORMER' }),
  /** A certificate of the domain that is to be revoked. */
  revocation: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'REVOCATION' }),
  timeline: (domainId: number, entryId: string): Key => ({ pk: `DOMAIN#${domainId}`, sk: `TIMELINE#${entryId}` }),
  /** What the visits of a domain remember. A shard's lie in the order of the day in which domains are visited. */
  watch: (domainId: number): Key => ({
    pk: watchPartition(shardOf(domainId, DUE_SHARDS)),
    sk: `${slotText(slotOf(domainId))}#${domainId}`,
  }),
  /** Until when a shard's domains were visited; where its visits are divided, those of one of so many parts. */
  watchCursor: (shard: number, { index, of }: { index: number; of: number } = { index: 0, of: 1 }): Key => ({
    pk: `CURSOR#${shard}`,
    sk: of === 1 ? 'WATCH' : `WATCH#${of}#${index}`,
  }),
  /** What an operator has paused. */
  switches: (): Key => ({ pk: 'SERVICE#SWITCHES', sk: 'SWITCHES' }),
  /** Of which restore a shard's awaited domains were made due. */
  sweptEpoch: (shard: number): Key => ({ pk: `CURSOR#${shard}`, sk: 'EPOCH' }),
  /** The last one of a hostname also lies under its name: no token has a dot, and each hostname has one. */
  challenge: (tokenOrHostname: string): Key => ({ pk: `${CHALLENGE_PREFIX}${tokenOrHostname}`, sk: 'CHALLENGE' }),
  /** How a CA is, for all domains. */
  caHealth: (directoryUrl: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: 'HEALTH' }),
  acmeAccount: (directoryUrl: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: 'ACCOUNT' }),
  /** What is used up of a limit that holds for orders at a CA account: of the account itself, an organization, a hostname. */
  caBudget: (account: string, limited: string): Key => ({ pk: `ACME#${account}`, sk: `BUDGET#${limited}` }),
  /** Where an organization's next name stands that waits for the account. */
  caTags: (account: string, organizationId: string): Key => ({ pk: `ACME#${account}`, sk: `TAGS#${organizationId}` }),
  /** A name that waits for the account; they lie in the order in which they are served. */
  caQueue: (account: string, place: string): Key => ({ pk: caQueuePartition(account), sk: place }),
  /** By the hour, so that `redrive --since` reads whole partitions. The id alone says where its entry lies (`outboxId`). */
  outbox: (entryId: string): Key => ({
    pk: outboxPartition(hourOf(rolledAt(entryId)), outboxShard(entryId)),
    sk: entryId,
  }),
  /** A copy for the relay: it lies in the hour in which it was made. */
  outboxCopy: (entryId: string, at: Date): Key => ({
    pk: outboxPartition(hourOf(at), outboxShard(entryId)),
    sk: `${entryId}#${at.toISOString()}`,
  }),
  /** The number of the organization's last event: right behind its webhooks, so that the relay reads both with one Query. */
  eventCounter: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'WEBHOOKS' }),
  /** An event in the order in which the relay saw them, numbered from 1 without a gap. */
  event: (organizationId: string, number: number): Key => ({
    pk: `EVENTS#${organizationId}#${Math.floor(number / EVENTS_IN_PARTITION)}`,
    sk: sortableId(number),
  }),
  /** The number of the first event that was logged in an hour. */
  eventHour: (organizationId: string, hour: string): Key => ({ pk: `EVENTS#${organizationId}`, sk: hour }),
  /** What happened in an organization on a day, and what of it had not ended: `2026-11-21`. */
  reportDay: (organizationId: string, day: string): Key => ({ pk: `REPORTS#${organizationId}`, sk: `DAY#${day}` }),
  openFailures: (organizationId: string, day: string): Key => ({ pk: `REPORTS#${organizationId}`, sk: `OPEN#${day}` }),
  /** By month, as the audit is. The id tells when its event was made. */
  delivery: (organizationId: string, webhookId: number, deliveryId: string): Key => ({
    pk: deliveryPartition(organizationId, webhookId, monthOf(rolledAt(deliveryId))),
    sk: deliveryId,
  }),
  /** By what is audited and month, so that a month is read without those before it. */
  audit: (organizationId: string, scope: AuditScope, month: string, entryId: string): Key => ({
    pk: auditPartition(organizationId, auditPlace(scope, month)),
    sk: entryId,
  }),
  /** Entries of the audit, sealed: numbered from 1 without a gap. */
  seal: (organizationId: string, number: number): Key => ({ pk: `${SEALS_PREFIX}${organizationId}`, sk: sortableId(number) }),
  /** A request of a key to the API: their ids sort by time, and a day of them is some megabytes at most. */
  request: (organizationId: string, requestId: string): Key => ({ pk: `${REQUESTS_PREFIX}${organizationId}`, sk: requestId }),
  /** `keyHash`: of the Idempotency-Key, hex. */
  idempotency: (organizationId: string, keyHash: string): Key => ({
    pk: `IDEMPOTENCY#${organizationId}#${keyHash}`,
    sk: 'IDEMPOTENCY',
  }),
};

/** Apart from the others, for the functions that know no people: what each of their cold starts reads is bounded. */
export const peopleKeys = {
  /** A person in the organization: the role, and the requests of the present minute. */
  member: (organizationId: string, userId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${MEMBER_PREFIX}${userId}`,
  }),
  /** How many owners the organization has: two who leave at the same moment meet here. */
  owners: (organizationId: string): Key => ({ pk: organizationPartition(organizationId), sk: 'OWNERS' }),
  invitation: (organizationId: string, invitationId: string): Key => ({
    pk: organizationPartition(organizationId),
    sk: `${INVITATION_PREFIX}${invitationId}`,
  }),
  /** Says that somebody is invited. `emailHash`: of the e-mail address with A-Z in lower case, hex. */
  invitationByEmail: (emailHash: string, invitationId: string): Key => ({ pk: invitedPartition(emailHash), sk: invitationId }),
  user: (userId: string): Key => ({ pk: userPartition(userId), sk: 'USER' }),
  /** Says which user a subject of an identity provider is. */
  identity: (identityHash: string): Key => ({ pk: `IDENTITY#${identityHash}`, sk: 'IDENTITY' }),
  /** Says that the user is a member of the organization. */
  membershipOfUser: (userId: string, organizationId: string): Key => ({
    pk: userPartition(userId),
    sk: `${MEMBER_PREFIX}${organizationId}`,
  }),
  /** Says that a sign-in was used. `idHash`: of the random part of the browser's cookie, hex. */
  usedSignIn: (idHash: string): Key => ({ pk: `SIGNIN#${idHash}`, sk: 'USED' }),
  /** How often somebody came back from the identity provider to an address, in a window of time. */
  signIns: (visitor: string, window: string): Key => ({ pk: `SIGNIN#${visitor}`, sk: window }),
  /** `sessionId`: the hash of what the browser's cookie holds. */
  session: (userId: string, sessionId: string): Key => ({ pk: userPartition(userId), sk: `${SESSION_PREFIX}${sessionId}` }),
};

/**
 * `changes`: what somebody changed; a machine's id: the private keys released to it; a server's number: those released to its AWS
 * account.
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

/** Who writes the zone of the base target, and the labels with records there: a server's changes are few. */
export const ZONE_PARTITION = 'ZONE#BASE_TARGET';

export function isMachineId(text: string | undefined): text is `mch_${string}` {
  return text?.startsWith('mch_') ?? false;
}

/** So that no partition grows for ever, and what is read often lies apart from what is old. */
export const EVENTS_IN_PARTITION = 100_000;

/** A user, the organizations of which the user is a member, and the user's sessions. */
export function userPartition(userId: string): string {
  return `USER#${userId}`;
}

/** The invitations to one e-mail address. */
export function invitedPartition(emailHash: string): string {
  return `INVITED#${emailHash}`;
}

/** What is to be done in an AWS account of integrators, in one region: limits of AWS are of both. */
export function awsWorkPartition(accountId: string, region: string): string {
  return `AWS#${accountId}#${region}`;
}

/** Names that wait for an order at a CA account. */
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
 * A new random id for an entry about a domain: one domain's entries of an hour lie in one partition, so the stream keeps their
 * order.
 */
export function outboxId(randomId: string, domainId: number): string {
  return inShard(randomId, shardOf(domainId, OUTBOX_SHARDS), OUTBOX_SHARDS);
}

/** The same for an entry about a server: most organizations have a server 1, so the label spreads them, not the number. */
export function serverOutboxId(randomId: string, label: string): string {
  return inShard(randomId, hashOf(label), OUTBOX_SHARDS);
}

export function deliveryPartition(organizationId: string, webhookId: number, month: string): string {
  return `DELIVERIES#${organizationId}#${webhookId}#${month}`;
}

/** The organization itself, its limits, servers and webhooks: what is listed with one strongly consistent Query. */
export function organizationPartition(organizationId: string): string {
  return `ORG#${organizationId}`;
}

/** The partitions of the list indexes (contract/stack/table-shape.ts). */
export const listPartitions = {
  ofOrganization: (organizationId: string) => organizationPartition(organizationId),
  ofSslStatus: (organizationId: string, status: string) => `${organizationPartition(organizationId)}#SSL#${status}`,
  ofDnsStatus: (organizationId: string, status: string) => `${organizationPartition(organizationId)}#DNS#${status}`,
  ofActor: (organizationId: string, actor: WaitedFor) => `${organizationPartition(organizationId)}#ACTOR#${actor}`,
  ofServer: (organizationId: string, serverId: number) => `${organizationPartition(organizationId)}#SERVER#${serverId}`,
};

/** Numbers below 2^53 in the order of their values when compared as text. */
function sortableId(id: number): string {
  return String(id).padStart(16, '0');
}

/** The reverse of `keys.domain`. */
export function domainIdOf(partitionKey: string): number {
  return Number(partitionKey.slice(keys.domain(0).pk.length - 1));
}

export function serverPartition(organizationId: string, serverId: number): string {
  return `SERVER#${organizationId}#${serverId}`;
}

/** What changed at a server, in the order in which its agents are told. */
export function changePartition(organizationId: string, serverId: number): string {
  return `CHANGES#${organizationId}#${serverId}`;
}

export function duePartition(shard: number): string {
  return `DUE#${shard}`;
}

/** Domains whose certificate is watched, by when there is something to do for it. */
export function scanPartition(shard: number): string {
  return `SCAN#${shard}`;
}

/** Domains of one organization's test mode that are at work: its own clock says when they are due, and no sweep. */
export function testDuePartition(organizationId: string): string {
  return `DUE#TEST#${organizationId}`;
}

/** The same for what is due later. */
export function testScanPartition(organizationId: string): string {
  return `SCAN#TEST#${organizationId}`;
}

export function watchPartition(shard: number): string {
  return `WATCH#${shard}`;
}

/** The parts into which a day is divided, so that visits spread evenly over it. */
export const WATCH_SLOTS = 65_536;

function slotOf(domainId: number): number {
  return hashOf(String(domainId));
}

/** 16 bits, spread evenly. */
function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE();
}

/** As sort keys begin. */
export function slotText(slot: number): string {
  return slot.toString(16).padStart(4, '0');
}

/** The reverse of `keys.watch`. */
export function slotIn(sortKey: string): number {
  return Number.parseInt(sortKey, 16);
}

/** Events that wait for their number. */
export function dueOutboxPartition(shard: number): string {
  return `DUE#OUTBOX#${shard}`;
}

/** Due deliveries, and webhooks that have parked ones. */
export function dueDeliveriesPartition(shard: number): string {
  return `DUE#DELIVERIES#${shard}`;
}

/** The server whose item, or whose machine's, has this key. */
export function serverOfKey({ pk, sk }: Key): { organizationId: string; serverId: number } {
  if (sk.startsWith(MACHINE_PREFIX)) {
    const [, organizationId = '', serverId] = pk.split('#');
    return { organizationId, serverId: Number(serverId) };
  }
  return { organizationId: pk.slice(organizationPartition('').length), serverId: Number(sk.slice(SERVER_PREFIX.length)) };
}

/**
 * Machines by when they count as silent, should they not be heard of before, or by when a silent one is retired. Servers, too,
 * whose machines have no rows of their own yet.
 */
export function dueServersPartition(shard: number): string {
  return `DUE#SERVERS#${shard}`;
}

/** Where that of one server is. Most organizations have a server 1, so the label spreads them, not the number. */
export function dueServersOf(label: string): string {
  return dueServersPartition(hashOf(label) % DUE_SHARDS);
}

/** Organizations whose use is to be counted again: three writes a day each, too few for a hot key. */
export const DUE_USE_PARTITION = 'DUE#USE';

/** API keys that end by themselves, by when their organization is told next: a few writes in the life of such a key. */
export const DUE_KEYS_PARTITION = 'DUE#KEYS';

/** Mail that is to be sent. */
export const DUE_MAILS_PARTITION = 'DUE#MAILS';

/** Revoked machines whose domains are to get new keys: few, and far between. */
export const DUE_REKEYING_PARTITION = 'DUE#REKEYING';

/** Labels whose records are to be written into the zone. */
export const DUE_ZONE_PARTITION = 'DUE#ZONE';

/** AWS accounts of integrators with something to do, by when: one write for each certificate. */
export const DUE_AWS_WORK_PARTITION = 'DUE#AWS_WORK';

/** Servers in AWS accounts, by when their account is checked next: once a day each. */
export const DUE_AWS_SERVERS_PARTITION = 'DUE#AWS_SERVERS';

/** The first seal that an organization got on a day: whoever signs that day finds by it which have a new head. */
export function sealedDayPartition(day: string): string {
  return `DUE#SEALS#${day}`;
}

/** What is audited, and a month of it. */
export function auditPlace(scope: AuditScope, month: string): string {
  return `${scope}#${month}`;
}

/** The partition of a place as a seal names it: `<scope>#<month>`. */
export function auditPartition(organizationId: string, place: string): string {
  return `${AUDIT_PREFIX}${organizationId}#${place}`;
}

/** Whose audit a partition is of. */
export function organizationOfAudit(partitionKey: string): string {
  return partitionKey.slice(AUDIT_PREFIX.length).split('#', 1)[0] ?? '';
}

/** Whose mail a partition has. */
export function organizationOfMails(partitionKey: string): string {
  return partitionKey.slice(MAILS_PREFIX.length);
}

/** Where those of one webhook are. */
export function dueDeliveriesOf(webhookId: number): string {
  return dueDeliveriesPartition(shardOf(webhookId, DUE_SHARDS));
}

/** Deliveries that wait until their webhook is seen to take them. */
export function parkedPartition(organizationId: string, webhookId: number): string {
  return `PARKED#${organizationId}#${webhookId}`;
}

export function shardOf(domainId: number, shards: number): number {
  return domainId % shards; // the low bits of a domain id are random
}
