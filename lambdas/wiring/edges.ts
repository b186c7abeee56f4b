import type { Ca, Settings } from '../../contract/stack/settings.schema.ts';
import type { OpenDnsReader } from '../dns/walk/dns-reader.ts';
import type { Queue } from '../shared/aws/queue.gateway.ts';
import type * as ids from '../shared/ids/ids.gateway.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../shared/secrets/sealing-context.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import type { Table } from '../shared/table/table.store.ts';
import type { Clock, Pause } from '../shared/time/clock.gateway.ts';

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
  base62: typeof ids.base62;
  /** From 0 to 1. */
  jitter: () => number;
  /** A moment, for another's transaction to end. */
  pause: Pause;
  pauseFor: (milliseconds: number) => Promise<void>;
  /** Under a data key of the stage's KMS key. `openSealed` throws under another context. */
  seal: (plaintext: Buffer, context: SealingContext) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: SealingContext) => Promise<Buffer>;
  deliveryQueue: Queue;
  /** The role of the deployment that works in integrators' AWS accounts. */
  serviceRoleArn: string;
}

/**
 * What connects to hosts that customers and integrators name. Apart from the others, because a function whose code has these
 * stands behind the stage's fixed addresses (lib/egress/).
 */
export interface NetworkEdges {
  /** The stage's recursive name servers, for so many milliseconds in all. */
  resolveWithin: (budgetMs: number) => Resolve;
  openDnsReader: OpenDnsReader;
  openNet: (resolve: Resolve) => GuardedNet;
  /** The names of a CA in CAA records, as its directory lists them; undefined while it has not answered. */
  caaIdentitiesOf: (ca: Ca) => () => Promise<readonly string[] | undefined>;
}
