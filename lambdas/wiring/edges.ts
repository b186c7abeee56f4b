import type { Ca, Settings } from '../../contract/stack/settings.schema.ts';
import type { CertificateAuthority } from '../acme/acme.gateway.ts';
import type { Exchange } from '../acme/exchange.gateway.ts';
import type { OpenDnsReader } from '../dns/walk/dns-reader.ts';
import type { QueryEveryServer } from '../dns/walk/every-server.gateway.ts';
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
import type { IssueCertificate } from '../test-mode/scripted-ca.ts';

/**
 * The service's connections to the outside. This folder builds everything else from them: a Lambda, the simulation, a unit test
 * and test mode differ only in their edges.
 */
export interface Edges {
  settings: Settings;
  table: Table;
  clock: Clock;
  log: Log;
  serviceSecret: ServiceSecret;
  newId: typeof ids.prefixedId;
  /** For domains and webhooks. */
  newResourceId: typeof ids.resourceId;
  /** For servers. */
  newLabel: typeof ids.serverLabel;
  /** Distinguishes two otherwise equal table writes. */
  newToken: typeof ids.callToken;
  newWebhookSecret: typeof ids.webhookSecret;
  newSalt: typeof ids.newSalt;
  base62: typeof ids.base62;
  /** From 0 to 1. */
  jitter: () => number;
  /** Pauses before the next try, so that the competing transaction can finish. */
  pause: Pause;
  pauseFor: (milliseconds: number) => Promise<void>;
  /** The pause grows with the number of lost races. */
  pauseAfterLostRace: (lost: number) => Promise<void>;
  /** One unauthenticated request to a CA. */
  caExchange: (ca: Ca) => Exchange;
  /** The CA's names in CAA records, from its directory; undefined until it answers. */
  caaIdentitiesOf: (ca: Ca) => () => Promise<readonly string[] | undefined>;
  /** Encrypts with a data key of the stage's KMS key. `openSealed` throws under another context. */
  seal: (plaintext: Buffer, context: SealingContext) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: SealingContext) => Promise<Buffer>;
  deliveryQueue: Queue;
  /** For domains that wait for their CNAME. */
  dnsQueue: Queue;
  /** For test-mode domains to simulate. */
  rehearsalQueue: Queue;
  /** Wakes the publisher of the base target's zone; undefined if the stage has none. */
  zoneQueue: Queue | undefined;
  /** Wakes the worker in integrators' AWS accounts. */
  awsQueue: Queue;
  /** Signs requests to DNS providers (Domain Connect). */
  signForProvider: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The deployment's role that works in integrators' AWS accounts. */
  serviceRoleArn: string;
}

/** For functions that connect to customers or resolve their names: `reachesCustomers` in lib/functions/service-function.ts. */
export interface NetEdges extends Edges {
  /** Uses the stage's recursive name servers, within this many milliseconds in all. */
  resolveWithin: (budgetMs: number, limits?: QuestionLimits) => Resolve;
  openDnsReader: OpenDnsReader;
  openNet: (resolve: Resolve) => GuardedNet;
  post: Post;
  askEveryServer: QueryEveryServer;
  /** Reads a DNS provider's own settings. */
  readFromProvider: Read;
}

export interface CaEdges extends Edges {
  certificateAuthorityOf: (ca: Ca) => CertificateAuthority;
}

/** For functions that agents call; no other function bundles its library. */
export interface AgentEdges extends Edges {
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
}

/** For functions that generate private keys; no other function bundles its library. */
export interface KeyEdges extends Edges {
  /** Both as PEM. */
  newKeyAndCsr: (hostname: string) => Promise<{ privateKeyPem: string; csr: string }>;
}

export interface SigningEdges extends Edges {
  signedDays: Pick<SignedDays, 'lastDay' | 'textOf' | 'keep'>;
  /** ECDSA over a SHA-256 digest. */
  signDigest: (sha256: Uint8Array) => Promise<Uint8Array>;
}

/** For test mode: its CA is trusted by nobody. */
export interface TestModeEdges extends KeyEdges {
  issue: IssueCertificate;
}
