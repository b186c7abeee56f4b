import type { Ca, Settings } from '../../contract/stack/settings.schema.ts';
import type { CertificateAuthority } from '../acme/acme.gateway.ts';
import type { Exchange } from '../acme/exchange.gateway.ts';
import type { OpenDnsReader } from '../dns/walk/dns-reader.ts';
import type { AskEveryServer } from '../dns/walk/every-server.gateway.ts';
import type { QuestionLimits } from '../dns/wire/resolver.gateway.ts';
import type { Machine } from '../model/servers/server.schema.ts';
import type { SignedDays } from '../shared/audit/signed-days.gateway.ts';
import type { Queue } from '../shared/aws/queue.gateway.ts';
import type * as ids from '../shared/ids/ids.gateway.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { Post } from '../shared/net/http-post.gateway.ts';
import type { Read } from '../shared/net/http-read.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../shared/secrets/sealing-context.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import type { Table } from '../shared/table/table.store.ts';
import type { Clock, Pause } from '../shared/time/clock.gateway.ts';
import type { Issue } from '../stories/scripted-ca.ts';

/**
 * What the service touches of the world. Everything else is opened from these, in this folder: a Lambda, the simulation, a unit
 * test and test mode have different edges and the same service.
 */
export interface Edges {
  settings: Settings;
  table: Table;
  clock: Clock;
  log: Log;
  serviceSecret: ServiceSecret;
  newId: typeof ids.prefixedId;
  /** Of a domain or a webhook. */
  newResourceId: typeof ids.resourceId;
  /** Of a server. */
  newLabel: typeof ids.serverLabel;
  /** Tells one write to the table from another that is the same. */
  newToken: typeof ids.callToken;
  newWebhookSecret: typeof ids.webhookSecret;
  newSalt: typeof ids.newSalt;
  base62: typeof ids.base62;
  /** From 0 to 1. */
  jitter: () => number;
  /** A moment, for another's transaction to end. */
  pause: Pause;
  pauseFor: (milliseconds: number) => Promise<void>;
  /** After so many lost races, each time for longer. */
  pauseAfterLostRace: (lost: number) => Promise<void>;
  /** One request to a CA, of no account. */
  caExchange: (ca: Ca) => Exchange;
  /** The names of a CA in CAA records, as its directory lists them; undefined while it has not answered. */
  caaIdentitiesOf: (ca: Ca) => () => Promise<readonly string[] | undefined>;
  /** Under a data key of the stage's KMS key. `openSealed` throws under another context. */
  seal: (plaintext: Buffer, context: SealingContext) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: SealingContext) => Promise<Buffer>;
  deliveryQueue: Queue;
  /** Of domains that wait for their CNAME. */
  dnsQueue: Queue;
  /** Of domains of test mode that are to be played. */
  rehearsalQueue: Queue;
  /** Wakes who writes the zone of the base target; undefined where the stage has none. */
  zoneQueue: Queue | undefined;
  /** Wakes who works in integrators' AWS accounts. */
  awsQueue: Queue;
  /** Signs what a DNS provider is asked for (Domain Connect). */
  signForProvider: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The role of the deployment that works in integrators' AWS accounts. */
  serviceRoleArn: string;
}

/** Of whoever connects to customers or looks up their names: `reachesCustomers` in lib/functions/service-function.ts. */
export interface NetEdges extends Edges {
  /** The stage's recursive name servers, for so many milliseconds in all. */
  resolveWithin: (budgetMs: number, limits?: QuestionLimits) => Resolve;
  openDnsReader: OpenDnsReader;
  openNet: (resolve: Resolve) => GuardedNet;
  /** To the receiver of a webhook. */
  post: Post;
  askEveryServer: AskEveryServer;
  /** Reads what a DNS provider says of itself. */
  readFromProvider: Read;
}

/** Of the steps that ask a CA. */
export interface CaEdges extends Edges {
  certificateAuthorityOf: (ca: Ca) => CertificateAuthority;
}

/** Of what agents call: its library is in no other function. */
export interface AgentEdges extends Edges {
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
}

/** Of whoever makes private keys: its library is in no other function. */
export interface KeyEdges extends Edges {
  /** PEM, both. */
  newKeyAndCsr: (hostname: string) => Promise<{ privateKeyPem: string; csr: string }>;
}

/** Of whoever signs what was added to the audit in a day. */
export interface SigningEdges extends Edges {
  signedDays: Pick<SignedDays, 'lastDay' | 'textOf' | 'keep'>;
  /** ECDSA over a SHA-256. */
  signDigest: (sha256: Uint8Array) => Promise<Uint8Array>;
}

/** Of test mode, whose certificates are of a CA that nobody trusts. */
export interface TestModeEdges extends KeyEdges {
  issue: Issue;
}
