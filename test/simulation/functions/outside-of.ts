import { SENDER_SECONDS } from '../../../contract/stack/timings.schema.ts';
import type { Failed } from '../../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../../lambdas/shared/net/guarded.gateway.ts';
import type { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { CA_NAME, CSR, type SimulatedCa } from '../ca/simulated-ca.ts';
import { Chance } from '../chance.ts';
import type { SimulatedDns } from '../dns/simulated-dns.ts';
import type { GuardName } from '../guards.ts';
import type { ServerAt } from '../integrators/organizations.ts';
import type { Receivers } from '../receivers.ts';
import type { Scheduler } from '../scheduler.ts';
import { ZONE_SECONDS } from '../schedules.ts';
import { KMS_DENIES, type Services } from '../services.ts';
import { simulatedNet } from '../simulated-net.ts';
import type { SimulatedTable } from '../table/simulated-table.ts';
import { rehearsalPorts } from '../test-mode/rehearsal-ports.ts';
import type { Traits } from '../traits.ts';
import type { Outside } from './outside.ts';

interface Machine {
  server: ServerAt;
  passesOn(hostname: string): boolean;
  peer(hostname: string): PeerCertificate | Failed;
}

interface Around {
  traits: Traits;
  scheduler: Scheduler;
  held: SimulatedTable;
  services: Services;
  ca: SimulatedCa;
  dns: SimulatedDns;
  receivers: Receivers;
  serviceSecret: ServiceSecret;
  /** The table before a restore. */
  former: object | undefined;
  agents: readonly Machine[];
  leadsTo(hostname: string, machine: Machine): boolean;
  newId(prefix: string): string;
  newDomainId(now: Date): number;
  newLabel(): string;
}

/** An execution fails sooner: its step is retried three times within some 14 seconds. */
const MAX_DENIAL_SECONDS = 240;

/** The doubles for a new process: each call waits for its turn in the scheduler. */
export function outsideOf(world: Around, seed: number, withoutGuard: GuardName | undefined): Outside {
  const { scheduler, held, services, ca, dns } = world;
  const chance = new Chance(seed, 'ports');
  const kms = <T>(call: string, effect: () => T) => {
    const { faults } = scheduler;
    if (faults.meets('KMS denies')) scheduler.deny(/^KMS /, faults.chance.between(1, MAX_DENIAL_SECONDS));
    return scheduler.call(`KMS ${call}`, effect, { refusal: denied });
  };
  return {
    table: held.table,
    takesSlotsFirst: withoutGuard === 'a slot is taken with the row of its name',
    settings: world.former ? { ...world.traits.settings, restoreEpoch: 1 } : world.traits.settings,
    serviceSecret: world.serviceSecret,
    clock: scheduler.clock,
    newId: (prefix) => world.newId(prefix),
    newDomainId: (now) => world.newDomainId(now),
    newLabel: () => world.newLabel(),
    jitter: () => chance.next(),
    pause: () => scheduler.call('pause', () => undefined),
    pauseFor: (milliseconds) => scheduler.call('pause', () => undefined, { takesSeconds: milliseconds / 1000 }),
    ...rehearsalPorts(services),
    resolve: (name, type) => scheduler.call(`DNS ${type} ${name}`, () => dns.answerOf(name, type)),
    net: simulatedNet(world),
    zone: dns.zone,
    askEveryServer: (name, type) => scheduler.call(`DNS of each server ${name}`, () => dns.eachServer(name, type)),
    ca,
    caName: CA_NAME,
    newKeyAndCsr: async (hostname) => ({ privateKeyPem: `the private key of ${hostname}`, csr: CSR }),
    seal: (text, context) => kms('GenerateDataKey', () => ({ dataKey: context, iv: '', tag: '', ciphertext: text })),
    openSealed: (sealed, context) =>
      kms('Decrypt', () => {
        if (sealed.dataKey === context) return sealed.ciphertext;
        throw Object.assign(new Error('another context'), { name: 'InvalidCiphertextException' });
      }),
    encryptToMachine: async (plaintext, machine) => `${plaintext} for ${machine.id}`,
    dnsQueue: services.queue(
      'watch-dns',
      async (functions, body, receives) => (await functions.watchDns([{ id: '1', body, receives }])).length === 0,
    ),
    zoneQueue: services.wakeQueue('publish-zone', (functions) => functions.publishZone(), ZONE_SECONDS),
    deliveries: services.queue(
      'deliver',
      async (functions, body) => (await functions.deliver([{ id: '1', body }])).length === 0,
      { longestSeconds: SENDER_SECONDS },
    ),
    post: (request) => world.receivers.post(request),
    startExecution: services.startExecution,
  };
}

function denied(): Error {
  return Object.assign(new Error('KMS denies'), { name: KMS_DENIES });
}
