import type { NextStep } from '../../../contract/stack/steps.ts';
import type { CertificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import { decideOnInstallation } from '../../../lambdas/lifecycle/installation-transition.ts';
import type { CaTrouble } from '../../../lambdas/lifecycle/issuance-observation.ts';
import { decideOnOrderStatus } from '../../../lambdas/lifecycle/issuance-transition.ts';
import type { Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { createOrder } from '../../../lambdas/steps/issuance/create-order.ts';
import { pollOrder } from '../../../lambdas/steps/issuance/poll-order.ts';
import { prepareIssuance } from '../../../lambdas/steps/issuance/prepare-issuance.ts';
import type { Step } from '../../../lambdas/steps/run-step.ts';
import { neverPaused } from '../../lambdas/never-paused.ts';
import { oneCa } from '../../lambdas/steps/issuance/one-ca.ts';
import { NO_CLOUDFRONT, NO_PROOFS, NOBODY_NEXT, TOLD_AGENTS } from '../../lambdas/steps/issuance/told-agents.ts';
import { DAY } from './inputs.ts';
import { certificateOf } from './life.ts';
import type { World } from './world.ts';

const DOWN: CaTrouble = {
  kind: 'ca-trouble',
  problem: { type: 'urn:ietf:params:acme:error:serverInternal', detail: 'The service is down for maintenance.', status: 503 },
};
/** The simulated steps before the download never install a certificate. */
const unused = async (): Promise<never> => Promise.reject(new Error('not in this simulation'));
const challenges = { 'http-01': { put: async () => {} }, 'dns-01': NO_PROOFS };
const installer = {
  certificates: { putWrite: () => ({}), get: async () => undefined },
  servers: { get: unused },
  installers: {
    agent: {
      certificates: { markChanged: unused, markAnnounced: unused },
      servers: { get: unused, raiseRevision: unused },
    },
    aws: {
      work: { add: unused },
      certificates: { markAnnounced: unused },
      tenants: { markAnnounced: unused, retire: unused },
      newEventId: () => '',
    },
  },
  formerCertificates: { putWrites: () => [] },
  countIssued: async () => [],
};
const SEALED = { dataKey: 'k', iv: 'i', tag: 't', ciphertext: 'c' };

// biome-ignore lint/suspicious/noExplicitAny: each step sees other things, and is run in its own phase only
type AnyStep = Step<any, any>;

/** The steps of a renewal: the simulation's world behind the service's own decisions. */
export function stepsIn(world: World): Partial<Record<NextStep, AnyStep>> {
  const step = <P extends Phase, Seen>(
    name: Step<P, Seen>['name'],
    phase: P,
    see: (domain: Parameters<Step<P, Seen>['gather']>[0], now: Date) => Seen,
    decide: Step<P, Seen>['decide'],
  ): AnyStep =>
    ({ name, phase, gather: async (domain, { now }) => ({ observation: see(domain as never, now) }), decide }) as AnyStep;

  return {
    'prepare-issuance': prepareIssuance(
      {
        lookAtCname: async ({ id }) => world.lookAtCname(id),
        lookAtValidation: async () => ({ kind: 'cname-matched', evidence: [] }),
        cloudFront: NO_CLOUDFRONT,
        lookAtCaa: async () => [{ kind: 'caa-allows' }],
        preflight: async () => ({ kind: 'passed' }),
        servers: { get: async () => undefined },
        hostnameWrites: TOLD_AGENTS,
        slots: world.orderQueue.slots,
        paused: neverPaused,
        isZoneBehind: async () => false,
        caNames: ['CA'],
        newKeyAndCsr: async () => ({ privateKeyPem: '', csr: 'csr' }),
        sealPrivateKey: async () => SEALED,
      },
      NOBODY_NEXT,
    ) as AnyStep,
    'create-order': createOrder({
      cas: oneCa(caIn(world), 'CA'),
      challenges,
      slotsOf: () => world.orderQueue.slots,
      clock: world.clock,
    }),
    'poll-order': pollOrder({ cas: oneCa(caIn(world), 'CA'), ...installer, clock: world.clock }, { ...installer, challenges }),
    'download-certificate': step<'downloading', Parameters<typeof decideOnOrderStatus>[1]>(
      'download-certificate',
      'downloading',
      ({ id, execution: { attempt } }, now) => {
        if (!world.isCaUp()) return DOWN;
        const certificate = certificateOf(id, attempt, now.getTime(), world.year.lifetimeDays * DAY);
        return { kind: 'certificate-downloaded', certificate, spends: [] };
      },
      decideOnOrderStatus,
    ),
    'verify-installation': step<'installing', Parameters<typeof decideOnInstallation>[1]>(
      'verify-installation',
      'installing',
      () => ({ kind: 'new-certificate-seen', evidence: [] }),
      decideOnInstallation,
    ),
  };
}

/** A CA that issues some seconds after the order, except during outages. */
function caIn(world: World): CertificateAuthority {
  const resource = { finalize: 'f', authorizations: ['a'] };
  const answered = <T>(value: T) =>
    world.isCaUp() ? { kind: 'ok' as const, value } : { kind: 'problem' as const, problem: DOWN.problem };
  const challenge = { type: 'http-01', url: 'c', token: 't', status: 'pending' as const };
  return {
    newOrder: async () => {
      world.orders();
      return answered({ url: 'o', resource: { ...resource, status: 'pending' } });
    },
    getAuthorization: async () => answered({ status: 'pending', challenges: [challenge] }),
    answerChallenge: async () => answered(challenge),
    getOrder: async () => answered({ ...resource, status: 'ready' }),
    finalize: async () => answered({ ...resource, status: 'processing' }),
    downloadCertificate: unused,
    keyAuthorization: async () => ({ kind: 'ok', value: 't.k' }),
    persistentRecord: unused,
    revokeCertificate: unused,
    isServing: async () => world.isCaUp(),
    nonces: { borrow: () => {}, take: () => undefined },
  };
}
