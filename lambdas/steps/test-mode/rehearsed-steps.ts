import type { StepName } from '../../../contract/stack/steps.ts';
import { certificateAuthorities } from '../../ca-limits/certificate-authorities.ts';
import type { ClaimReads } from '../../model/domains/claim.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { RevocationStore } from '../../model/domains/revocation.store.ts';
import { type Certificate, handshakeResultOf } from '../../model/servers/certificate.schema.ts';
import type { CertificateStore, FormerCertificateStore } from '../../model/servers/certificate.store.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { HEALTHY_CA, type IssueCertificate, scriptedCa, TEST_CA_NAME } from '../../test-mode/scripted-ca.ts';
import { machinesAt, type ScriptedWorld } from '../../test-mode/scripted-world.ts';
import type { Moment } from '../../test-mode/story.ts';
import { checkDns } from '../dns/check-dns.ts';
import type { RemovalPorts } from '../installation/remove-domain.ts';
import type { KeyAndCsr } from '../issuance/csr.gateway.ts';
import { runStep, type StepPorts } from '../run-step.ts';
import { type EveryStepPorts, everyStep, type RunStep } from './every-step.ts';

/** The real parts of test mode: the table, keys, and certificates of a CA that nobody trusts. */
export interface RehearsalPorts extends Omit<StepPorts, 'domains' | 'clock' | 'spendWrites'> {
  claims: Pick<ClaimReads, 'validatedWrite'>;
  certificates: Pick<CertificateStore, 'get' | 'putWrite' | 'retire' | 'markChanged' | 'markAnnounced'>;
  formerCertificates: Pick<FormerCertificateStore, 'get' | 'putWrites' | 'deleteWrite'>;
  revocations: Pick<RevocationStore, 'getLeaf' | 'deleteWrite'>;
  /** The real stores: the steps read a server's state from the story. */
  servers: Pick<ServerStore, 'get' | 'raiseRevision'>;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  sealPrivateKey: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
  issue: IssueCertificate;
  baseTarget: string;
}

/** The row of the simulated domain, in memory. */
export type RowPorts = StepPorts['domains'] & RemovalPorts['domains'];

/**
 * The lifecycle steps in test mode: the real code and decisions, with outside answers from the domain's story. Only this place
 * decides what is simulated.
 */
export function testModeSteps(
  ports: RehearsalPorts,
  domains: RowPorts,
  world: ScriptedWorld,
  at: () => Moment,
): Record<StepName, RunStep> {
  const clock = () => at().now;
  const { servers } = world;
  const inHand = certificateInHand(ports.certificates, at);
  const certificates = { ...inHand, get: certificateAt(inHand, world, at) };
  const agent = { certificates, servers: { ...servers, raiseRevision: ports.servers.raiseRevision } };
  // Test mode never reaches AWS (aws-installer.ts).
  const aws = { work: { add: async () => {} }, certificates, tenants: NO_TENANTS, newEventId: () => '' };
  const installers = { agent, aws };
  const ca = scriptedCa(at, ports.issue);
  const known = { name: TEST_CA_NAME, ca, ...HEALTHY_CA };
  const grantSlot = async () => ({ kind: 'slot-granted', grantedAt: clock().toISOString(), spends: [] }) as const;
  const slots = { exemptsReplacements: false, offer: grantSlot, offerAnother: grantSlot, stillQueued: neverQueued };
  const { formerCertificates, revocations, newKeyAndCsr, sealPrivateKey, baseTarget, restoreEpoch, log, pauseAfterLostRace } =
    ports;
  const stepPorts: EveryStepPorts = {
    ...world,
    ...{ formerCertificates, revocations, newKeyAndCsr, sealPrivateKey, baseTarget, restoreEpoch, log, pauseAfterLostRace },
    domains,
    clock,
    certificates,
    certificateWrites: inHand,
    installers,
    installerWrites: installers,
    spendWrites: () => [],
    lookAtLabel: world.lookAtCname,
    watches: { get: async () => undefined },
    cas: certificateAuthorities([known], () => 0, neverPaused, neverBehind, clock),
    caOf: () => ca,
    caNames: [TEST_CA_NAME],
    slots,
    slotsOf: () => slots,
    countIssued: async () => [],
    paused: neverPaused,
    isZoneBehind: neverBehind,
    dispatch: async () => {},
    announceTenant: async () => {},
    claims: NO_CLAIMS,
    cloudFront: NO_CLOUDFRONT,
    hostnameWrites: { expected: nobodyWaits(clock), servers: agent.servers },
    challenges: {
      'http-01': { put: async () => {} },
      'dns-01': { show: async () => true, leave: async () => {}, withdraw: async () => {} },
    },
  };
  return {
    // An execution waits for the next check in a queue; here the domain's own time passes.
    'check-dns': runStep(checkDns({ lookAtRecords: world.lookAtCname, claims: ports.claims }), stepPorts),
    ...everyStep(stepPorts),
  };
}

/** Read once per version of the row, so that days of checks without news cost no request. */
function certificateInHand(certificates: RehearsalPorts['certificates'], at: () => Moment): RehearsalPorts['certificates'] {
  let held: { of: string; found: Certificate | undefined } | undefined;
  const changes =
    <Given extends unknown[], Answer>(write: (...given: Given) => Promise<Answer>) =>
    (...given: Given) => {
      held = undefined;
      return write(...given);
    };
  return {
    ...certificates,
    async get(...asked) {
      const of = `${at().domain.version} ${asked.join(' ')}`;
      if (held?.of !== of) held = { of, found: await certificates.get(...asked) };
      return held.found;
    },
    retire: changes(certificates.retire),
    markChanged: changes(certificates.markChanged),
    markAnnounced: changes(certificates.markAnnounced),
  };
}

/** While a domain moves, and where it is seen, its machines serve the certificate, because no real machine would. */
function certificateAt(
  certificates: Pick<CertificateStore, 'get'>,
  { net, httpsPort: port }: Pick<ScriptedWorld, 'net' | 'httpsPort'>,
  at: () => Moment,
): CertificateStore['get'] {
  return async (...of): Promise<Certificate | undefined> => {
    const found = await certificates.get(...of);
    const peer = await net.tlsPeer({ hostname: at().domain.url, port, timeoutMs: 0 });
    const isSeen = peer.kind === 'certificate' && peer.fingerprintSha256 === found?.facts.fingerprintSha256;
    if (!found || (at().domain.phase !== 'moving' && !isSeen)) return found;
    const shown = { shown: handshakeResultOf(found.facts.fingerprintSha256), at: at().now.toISOString() };
    return { ...found, handshakes: Object.fromEntries(machinesAt(at()).map(({ id }) => [id, shown])) };
  };
}

/** No agents have to expect a hostname. */
function nobodyWaits(clock: () => Date) {
  return { toldAt: async () => clock().toISOString(), list: async () => {}, markTold: async () => {} };
}

/** No hostname moves between test tenants. */
const NO_CLAIMS = { get: async () => undefined };
const NO_TENANTS = { markAnnounced: async () => {}, retire: async () => undefined };
/** The test-mode CA also issues for servers at CloudFront (`isManagedAt`). */
const NO_CLOUDFRONT = {
  lookAtCaa: async () => ({ kind: 'caa-allows' as const }),
  tenants: { get: async () => undefined, requestWrite: neverManaged },
  certificates: { get: async () => undefined, putManagedWrite: neverManaged },
};

function neverManaged(): never {
  throw new Error('a domain of test mode asks CloudFront for nothing');
}

const neverPaused = async () => ({
  ...{ orders: false, deliveries: false },
  ...{ organization: () => false, ordersOf: () => false, deliveriesOf: () => false, ca: () => false },
});

const neverBehind = async () => false;

async function neverQueued(): Promise<never> {
  throw new Error('a domain of test mode waits for no slot');
}
