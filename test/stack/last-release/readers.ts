import * as z from 'zod/mini';
import { ExecutionInput } from '../../../contract/stack/execution.schema.ts';
import { StoredAccount } from '../../../lambdas/acme/account.store.ts';
import { CaHealth } from '../../../lambdas/ca-limits/ca-health.ts';
import { CaBudget } from '../../../lambdas/ca-limits/ca-order-limits.store.ts';
import { QueuedName } from '../../../lambdas/ca-limits/ca-queue.store.ts';
import { ApiKey, Organization, OrganizationLimits } from '../../../lambdas/model/accounts/account.schema.ts';
import { MailNotice } from '../../../lambdas/model/accounts/people/mail-notice.store.ts';
import { Invitation, Member, Session, User } from '../../../lambdas/model/accounts/people/people.schema.ts';
import { Logo, Portal, PortalOfOrganization } from '../../../lambdas/model/accounts/portal/portal.schema.ts';
import { IdempotencyRecord } from '../../../lambdas/model/accounts/requests/idempotency.store.ts';
import { RequestLogEntry } from '../../../lambdas/model/accounts/requests/request-log.store.ts';
import { TestClock } from '../../../lambdas/model/accounts/test-clock.store.ts';
import { UseReconciliation } from '../../../lambdas/model/accounts/use-reconciliation.schema.ts';
import { AwsWork, AwsWorkList } from '../../../lambdas/model/aws-servers/work-list.schema.ts';
import { StoredChallenge } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import { Claim } from '../../../lambdas/model/domains/claim.store.ts';
import { domainOf, shownDomainOf } from '../../../lambdas/model/domains/domain-item.ts';
import { SweptEpoch } from '../../../lambdas/model/domains/epoch.store.ts';
import { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { ToRevoke } from '../../../lambdas/model/domains/revocation.store.ts';
import { TimelineEntry } from '../../../lambdas/model/domains/timeline.store.ts';
import { WatchCursor } from '../../../lambdas/model/domains/watch-cursor.store.ts';
import { EMPTY_LOG, EventCounter, EventHour, LoggedEvent } from '../../../lambdas/model/events/event-log.schema.ts';
import { WaitingCounts } from '../../../lambdas/model/events/waiting-counts.store.ts';
import { OpenFailure, ReportDay } from '../../../lambdas/model/reports/report-day.schema.ts';
import { Certificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { FormerCertificate } from '../../../lambdas/model/servers/certificate.store.ts';
import { ListedChange } from '../../../lambdas/model/servers/change-list.store.ts';
import { Enrollment, ReusableToken } from '../../../lambdas/model/servers/enrollment/enrollment.store.ts';
import { LabelRecords, ZoneState } from '../../../lambdas/model/servers/label-records.schema.ts';
import { ManagedTenant } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import { Rekeying } from '../../../lambdas/model/servers/rekeying.store.ts';
import { MachineRow, Server } from '../../../lambdas/model/servers/server.schema.ts';
import { Delivery, DeliveryMessage } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { ReceiverMemory } from '../../../lambdas/model/webhooks/receiver-memory.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { ScanMessage } from '../../../lambdas/renewal-scan/scan-message.schema.ts';
import { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { Seal } from '../../../lambdas/shared/audit/seal.schema.ts';
import { OutboxEntry } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { Switches } from '../../../lambdas/shared/switches/switches.store.ts';
import type { keys, peopleKeys } from '../../../lambdas/shared/table/keys.ts';
import { AwaitedCheck } from '../../../lambdas/steps/dns/awaited-check.ts';

// How a release reads stored data, messages and inputs. Each release keeps a bundle of it (functions.ts), so that a later one can
// check whether the former would read what it writes.

type Row = Record<string, unknown>;
interface Kind {
  /** Pattern of `<pk>|<sk>`. */
  key: RegExp;
  /** Parses a row like its store. Undefined: the row is only used in conditions of writes. */
  read?: (row: Row) => unknown;
}

const by = (schema: z.core.$ZodType) => (row: unknown) => z.parse(schema, row, { error: z.locales.en().localeError });

/** Only auditors read the releases of private keys. */
const ROWS: Record<keyof typeof keys | keyof typeof peopleKeys | 'auditOfKeys', Kind> = {
  organization: { key: /^ORG#[^|]*\|ORG$/, read: by(Organization) },
  limits: { key: /^ORG#[^|]*\|LIMITS$/, read: by(OrganizationLimits) },
  resourceCounts: { key: /^ORG#[^|]*\|COUNTS$/ },
  testClock: { key: /^ORG#[^|]*\|TEST_CLOCK$/, read: by(TestClock) },
  waitingCounts: { key: /^ORG#[^|]*\|WAITING$/, read: by(WaitingCounts) },
  useReconciliation: { key: /^ORG#[^|]*\|USE$/, read: by(UseReconciliation) },
  portalOfOrganization: { key: /^ORG#[^|]*\|PORTAL$/, read: by(PortalOfOrganization) },
  portal: { key: /^PORTAL#/, read: by(Portal) },
  member: { key: /^ORG#[^|]*\|MEMBER#/, read: by(Member) },
  owners: { key: /^ORG#[^|]*\|OWNERS$/ },
  invitation: { key: /^ORG#[^|]*\|INVITATION#/, read: by(Invitation) },
  invitationByEmail: { key: /^INVITED#/, read: by(z.object({ organizationId: z.string() })) },
  user: { key: /^USER#[^|]*\|USER$/, read: by(User) },
  identity: { key: /^IDENTITY#/, read: by(z.object({ userId: z.string() })) },
  membershipOfUser: { key: /^USER#[^|]*\|MEMBER#/, read: by(z.object({ organizationId: z.string() })) },
  session: { key: /^USER#[^|]*\|SESSION#/, read: by(Session) },
  usedSignIn: { key: /^SIGNIN#[^|]*\|USED$/ },
  signIns: { key: /^SIGNIN#[^|]*\|(?!USED$)/ },
  mailNotice: { key: /^MAILS#/, read: by(MailNotice) },
  mailClaim: { key: /^MAILED#/ },
  leakReports: { key: /^LEAKS#/ },
  portalVisits: { key: /^VISITS#[^|]*\|(?!CHECKS#)/ },
  portalChecks: { key: /^VISITS#[^|]*\|CHECKS#/ },
  portalLogo: { key: /^LOGO#/, read: by(Logo) },
  apiKey: { key: /^KEY#[^|]*\|KEY$/, read: by(ApiKey) },
  keyOfOrganization: { key: /^ORG#[^|]*\|KEY#/, read: by(z.object({ keyId: z.string() })) },
  server: { key: /^ORG#[^|]*\|SERVER#/, read: by(Server) },
  webhook: { key: /^ORG#[^|]*\|WEBHOOK#/, read: by(Webhook) },
  webhookActions: { key: /^WEBHOOK#[^|]*\|ACTIONS$/ },
  receiver: { key: /^RECEIVER#/, read: by(ReceiverMemory) },
  dnsChecks: { key: /^ORG#[^|]*\|LOOKS#/ },
  organizationSlots: { key: /^SENDER#/ },
  dnsSlots: { key: /^DNS#/ },
  labelRecords: { key: /^ZONE#[^|]*\|LABEL#/, read: by(LabelRecords) },
  zone: { key: /^ZONE#[^|]*\|STATE$/, read: by(ZoneState) },
  awsWorkList: { key: /^AWS#[^|]*\|STATE$/, read: by(AwsWorkList) },
  awsWork: { key: /^AWS#[^|]*\|(?!STATE)/, read: by(AwsWork) },
  label: { key: /^LABEL#/, read: by(z.object({ organizationId: z.string(), serverId: z.int() })) },
  enrollment: { key: /^ENROLLMENT#/, read: by(Enrollment) },
  reusableToken: { key: /^SERVER#[^|]*\|TOKEN#/, read: by(ReusableToken) },
  enrolledKeys: { key: /^ENROLLED#/ },
  identityNonce: { key: /^NONCE#/ },
  rekeying: { key: /^REKEYING#/, read: by(Rekeying) },
  signature: { key: /^SIGNATURE#/ },
  machine: { key: /^SERVER#[^|]*\|MACHINE#/, read: by(MachineRow) },
  certificate: { key: /^SERVER#[^|]*\|CERT#/, read: by(Certificate) },
  managedTenant: { key: /^SERVER#[^|]*\|MANAGED#/, read: by(ManagedTenant) },
  change: { key: /^CHANGES#/, read: by(ListedChange) },
  expectedHostname: { key: /^SERVER#[^|]*\|EXPECTED#/ },
  claim: { key: /^HOST#[^|]*\|CLAIM$/, read: by(Claim) },
  domain: { key: /^DOMAIN#[^|]*\|DOMAIN$/, read: (row) => [domainOf(row), shownDomainOf(row)] },
  actions: { key: /^DOMAIN#[^|]*\|ACTIONS$/ },
  visitorActions: { key: /^DOMAIN#[^|]*\|VISITOR_ACTIONS$/ },
  formerCertificate: { key: /^DOMAIN#[^|]*\|FORMER$/, read: by(FormerCertificate) },
  revocation: { key: /^DOMAIN#[^|]*\|REVOCATION$/, read: by(ToRevoke) },
  timeline: { key: /^DOMAIN#[^|]*\|TIMELINE#/, read: by(TimelineEntry) },
  watch: { key: /^WATCH#/, read: by(Watch) },
  switches: { key: /^SERVICE#SWITCHES\|SWITCHES$/, read: by(Switches) },
  sweptEpoch: { key: /^CURSOR#[^|]*\|EPOCH$/, read: by(SweptEpoch) },
  watchCursor: { key: /^CURSOR#[^|]*\|WATCH(#|$)/, read: by(WatchCursor) },
  challenge: { key: /^CHALLENGE#/, read: by(StoredChallenge) },
  caHealth: { key: /^ACME#[^|]*\|HEALTH$/, read: by(CaHealth) },
  acmeAccount: { key: /^ACME#[^|]*\|ACCOUNT$/, read: by(StoredAccount) },
  caBudget: { key: /^ACME#[^|]*\|BUDGET#/, read: by(CaBudget) },
  caTags: { key: /^ACME#[^|]*\|TAGS#/ },
  caQueue: { key: /^ACME#[^|]*#QUEUE\|/, read: by(QueuedName) },
  outbox: { key: /^OUTBOX#[^|]*\|evt_[^#]*$/, read: by(OutboxEntry) },
  outboxCopy: { key: /^OUTBOX#[^|]*\|evt_[^#]*#/, read: by(OutboxEntry) },
  eventCounter: { key: /^ORG#[^|]*\|WEBHOOKS$/, read: (row) => by(EventCounter)({ ...EMPTY_LOG, ...row }) },
  event: { key: /^EVENTS#[^|]*#\d+\|/, read: by(LoggedEvent) },
  eventHour: { key: /^EVENTS#[^|#]*\|/, read: by(EventHour) },
  reportDay: { key: /^REPORTS#[^|]*\|DAY#/, read: by(ReportDay) },
  openFailures: { key: /^REPORTS#[^|]*\|OPEN#/, read: by(z.object({ failures: z.array(OpenFailure) })) },
  delivery: { key: /^DELIVERIES#/, read: by(Delivery) },
  audit: { key: /^AUDIT#[^|]*#changes#/, read: by(AuditEntry) },
  seal: { key: /^SEALS#/, read: by(Seal) },
  auditOfKeys: { key: /^AUDIT#[^|]*#(\d+|mch_\w+)#[^|#]*\|/ },
  request: { key: /^REQUESTS#/, read: by(RequestLogEntry) },
  idempotency: { key: /^IDEMPOTENCY#/, read: by(IdempotencyRecord) },
};

/** Messages in queues, and inputs of executions. */
const UNDER_WAY = { delivery: DeliveryMessage, check: AwaitedCheck, scan: ScanMessage, execution: ExecutionInput };
export type UnderWay = keyof typeof UNDER_WAY;

export const READ_KINDS = Object.entries(ROWS).flatMap(([name, { read }]) => (read ? [name] : []));

/** The kind of a row by its key. Undefined: a later release has written it; this one never reads such keys. */
export function kindOf({ pk, sk }: Row): string | undefined {
  return Object.entries(ROWS).find(([, { key }]) => key.test(`${pk}|${sk}`))?.[0];
}

/** Why a row could not be read; undefined if it can, or if its kind is not read. */
export function faultOfRow(row: Row): string | undefined {
  const kind = ROWS[kindOf(row) as keyof typeof ROWS];
  return kind?.read && faultOf(kind.read, row);
}

export function faultOfMessage(kind: UnderWay, message: unknown): string | undefined {
  return faultOf(by(UNDER_WAY[kind]), message);
}

function faultOf<Content>(read: (content: Content) => unknown, content: Content): string | undefined {
  try {
    read(content);
    return undefined;
  } catch (error) {
    return String((error as Error).message);
  }
}
