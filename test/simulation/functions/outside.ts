import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { QueryEveryServer } from '../../../lambdas/dns/walk/every-server.gateway.ts';
import type { Machine } from '../../../lambdas/model/servers/server.schema.ts';
import type { RelayPorts } from '../../../lambdas/relay/relay.ts';
import type { Queue } from '../../../lambdas/shared/aws/queue.gateway.ts';
import type { GuardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import type { Post } from '../../../lambdas/shared/net/http-post.gateway.ts';
import type { Resolve } from '../../../lambdas/shared/net/resolve.ts';
import type { Log } from '../../../lambdas/shared/runtime/log.gateway.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import type { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import type { Clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import type { IssueCertificate } from '../../../lambdas/test-mode/scripted-ca.ts';
import type { SimulatedCa } from '../ca/simulated-ca.ts';
import type { SimulatedZone } from '../dns/simulated-zone.ts';

/** Everything outside of the functions that their gateways would reach. */
export interface Outside {
  table: Table;
  settings: Settings;
  /** A guard is removed: steps take a slot of the CA's budget at once, not together with the row that uses it. */
  takesSlotsFirst: boolean;
  serviceSecret: ServiceSecret;
  clock: Clock;
  newId: (prefix: string) => string;
  newDomainId: (now: Date) => number;
  newLabel: () => string;
  /** In [0, 1). */
  jitter: () => number;
  pause: () => Promise<void>;
  pauseFor: (milliseconds: number) => Promise<void>;
  resolve: Resolve;
  zone: Pick<SimulatedZone, 'client'>;
  askEveryServer: QueryEveryServer;
  net: GuardedNet;
  ca: SimulatedCa;
  caName: string;
  /** The CA of test mode. */
  issue: IssueCertificate;
  newKeyAndCsr: (hostname: string) => Promise<{ privateKeyPem: string; csr: string }>;
  seal: (text: string, context: string) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: string) => Promise<string>;
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
  dnsQueue: Queue;
  zoneQueue: Queue;
  deliveries: Queue;
  /** Test-mode domains that are due. */
  rehearsals: Queue;
  /** Receives the failures of test-mode runs with their cause. */
  logOfRehearsals: Log;
  post: Post;
  startExecution: RelayPorts['startExecution'];
}

export const log = () => {};
/** Longest run of a scheduled function. */
export const MAX_RUN_SECONDS = 20;
