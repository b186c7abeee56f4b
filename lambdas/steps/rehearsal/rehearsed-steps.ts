import type { StepInput, StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { StepName } from '../../../contract/stack/steps.ts';
import { decideOnDns } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { runStep, type Step, type StepPorts } from '../../lifecycle/run-step.ts';
import type { ClaimReads } from '../../model/domains/claim.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { RevocationStore } from '../../model/domains/revocation.store.ts';
import { type Certificate, shownCertificate } from '../../model/servers/certificate.schema.ts';
import type { CertificateStore, FormerCertificateStore } from '../../model/servers/certificate.store.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import type { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { ALWAYS_SERVING, type Issue, scriptedCa, TEST_CA_NAME } from '../../stories/scripted-ca.ts';
import { machinesAt, type ScriptedWorld } from '../../stories/scripted-world.ts';
import type { Moment } from '../../stories/story.ts';
import { removeDomain } from '../installation/remove-domain.ts';
import { retireCertificate } from '../installation/retire-certificate.ts';
import { verifyInstallation } from '../installation/verify-installation.ts';
import { verifyMove } from '../installation/verify-move.ts';
import { answerChallenge } from '../issuance/answer-challenge.ts';
import { certificateAuthorities } from '../issuance/ca-choice.ts';
import { createOrder } from '../issuance/create-order.ts';
import type { KeyAndCsr } from '../issuance/csr.gateway.ts';
import { downloadCertificate } from '../issuance/download-certificate.ts';
import { finalizeOrder, pollOrder } from '../issuance/finalize-order.ts';
import { prepareIssuance } from '../issuance/prepare-issuance.ts';
import { revokeCertificate } from '../issuance/revoke-certificate.ts';

/** What is real in test mode: the table, keys, and certificates of a CA that nobody trusts. */
export interface RehearsalPorts extends Omit<StepPorts, 'domains' | 'clock' | 'spendWrites'> {
  claims: Pick<ClaimReads, 'validatedWrite'>;
  certificates: Pick<CertificateStore, 'get' | 'putWrite' | 'retire' | 'markChanged' | 'markAnnounced'>;
  formers: Pick<FormerCertificateStore, 'get' | 'putWrites' | 'deleteWrite'>;
  revocations: Pick<RevocationStore, 'getLeaf' | 'deleteWrite'>;
  /** As they are: what the steps read of a server is the story's. */
  serverRows: Pick<ServerStore, 'get' | 'raiseRevision'>;
  newKeyAndCsr: (hostname: string) => Promise<KeyAndCsr>;
  seal: (privateKeyPem: string, domain: Domain) => Promise<Sealed>;
  issue: Issue;
  baseTarget: string;
}

/** In hand: the row of the one domain that is played. */
export type RowPorts = StepPorts['domains'] & Parameters<typeof removeDomain>[0]['domains'];

type RunStep = (input: StepInput) => Promise<StepOutcome>;

/**
 * The steps of the lifecycle as test mode runs them: their own code and decisions, the answers of outside systems from the
 * domain's story. This is the one place where that is decided.
 */
export function rehearsedSteps(
  ports: RehearsalPorts,
  domains: RowPorts,
  world: ScriptedWorld,
  at: () => Moment,
): Record<StepName, RunStep> {
  const clock = () => at().now;
  const stepPorts: StepPorts = { ...ports, domains, clock, spendWrites: () => [] };
  const { servers } = world;
  const inHand = certificateInHand(ports.certificates, at);
  const certificates = { ...inHand, get: certificateAt(inHand, world, at) };
  const agent = { certificates, servers: { ...servers, raiseRevision: ports.serverRows.raiseRevision } };
  // Nothing of test mode reaches AWS (aws-installer.ts).
  const aws = { work: { add: async () => {} }, certificates, tenants: NO_TENANTS, newEventId: () => '' };
  const installers = { agent, aws };
  const announcing = { certificates, servers, installers };
  const looking = { ...ports, ...world, certificates };
  const removal = { servers, certificateWrites: inHand, installerWrites: installers };
  const ca = scriptedCa(at, ports.issue);
  const known = { name: TEST_CA_NAME, ca, ...ALWAYS_SERVING };
  const cas = certificateAuthorities(
    [known],
    () => 0,
    neverPaused,
    async () => false,
    clock,
  );
  const challenges = {
    'http-01': { put: async () => {} },
    'dns-01': { show: async () => true, leave: async () => {}, withdraw: async () => {} },
  };
  const downloads = { cas, clock, certificates, formers: ports.formers, countIssued: async () => [] };
  const grantSlot = async () => ({ kind: 'slot-granted', grantedAt: clock().toISOString(), spends: [] }) as const;
  const slots = { exemptsReplacements: false, offer: grantSlot, offerAnother: grantSlot, stillQueued: neverQueued };
  return {
    'check-dns': runStep(checkDns(ports, world), stepPorts),
    'prepare-issuance': runStep(
      prepareIssuance(
        {
          ...ports,
          ...world,
          slots,
          paused: neverPaused,
          isZoneBehind: async () => false,
          caNames: [TEST_CA_NAME],
          cloudFront: NO_CLOUDFRONT,
          hostnameWrites: { expected: nobodyWaits(clock), servers: agent.servers },
        },
        { dispatch: async () => {}, announceTenant: async () => {} },
      ),
      stepPorts,
    ),
    'create-order': runStep(createOrder({ cas, clock, challenges, slotsOf: () => slots }), stepPorts),
    'answer-challenge': runStep(answerChallenge({ cas, clock, challenges }), stepPorts),
    'poll-order': runStep(pollOrder(downloads, { ...announcing, challenges }), stepPorts),
    'finalize-order': runStep(finalizeOrder(downloads, announcing), stepPorts),
    'download-certificate': runStep(downloadCertificate(downloads, announcing), stepPorts),
    'verify-installation': runStep(
      verifyInstallation({ ...looking, watches: { get: async () => undefined } }, announcing),
      stepPorts,
    ),
    'verify-move': runStep(verifyMove(looking, announcing), stepPorts),
    'retire-certificate': runStep(retireCertificate(removal), stepPorts),
    'revoke-certificate': revokeCertificate({ ...stepPorts, caOf: () => ca, revocations: ports.revocations }),
    'remove-domain': removeDomain({ ...stepPorts, ...removal, claims: NO_CLAIMS, challenges, domains }),
  };
}

/** As `steps/dns/check-dns.ts`, with the record that the story has. */
function checkDns(
  { claims }: Pick<RehearsalPorts, 'claims'>,
  { lookAtCname }: Pick<ScriptedWorld, 'lookAtCname'>,
): Step<'awaiting-dns', DnsObservation> {
  return {
    name: 'check-dns',
    phase: 'awaiting-dns',
    async gather(domain, { now }) {
      const observation = await lookAtCname(domain, now);
      const alongside = observation.kind === 'cname-matched' ? [claims.validatedWrite(domain, now)] : [];
      return { observation, alongside };
    },
    decide: decideOnDns,
  };
}

/** Read once for each version of the row, as that is: days of checks that find nothing new cost no request. */
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

/** While a domain moves, and where it is seen, its machines show the certificate: nobody enrolls one that would. */
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
    const shown = { shown: shownCertificate(found.facts.fingerprintSha256), at: at().now.toISOString() };
    return { ...found, handshakes: Object.fromEntries(machinesAt(at()).map(({ id }) => [id, shown])) };
  };
}

/** There are no agents that must expect a hostname. */
function nobodyWaits(clock: () => Date) {
  return { toldAt: async () => clock().toISOString(), list: async () => {}, markTold: async () => {} };
}

/** No hostname moves between organizations of test mode. */
const NO_CLAIMS = { get: async () => undefined };
const NO_TENANTS = { markAnnounced: async () => {}, retire: async () => undefined };
/** The CA of test mode issues for servers at CloudFront, too (`isManagedAt`). */
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

async function neverQueued(): Promise<never> {
  throw new Error('a domain of test mode waits for no slot');
}
