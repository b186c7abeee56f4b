import { generateKeyPairSync } from 'node:crypto';
import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { StepName } from '../../../../contract/stack/steps.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import { slotsAt } from '../../../../lambdas/ca-limits/offer-slot.ts';
import { openSlots, spendWrites } from '../../../../lambdas/ca-limits/open-slots.store.ts';
import type { Acme } from '../../../../lambdas/ca-limits/order-limits.ts';
import type { CaWatch } from '../../../../lambdas/ca-limits/watch-ca.ts';
import type { challengeStore, ProofStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { evidence } from '../../../../lambdas/model/domains/diagnosis/conditions.ts';
import type { Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { revocationStore } from '../../../../lambdas/model/domains/revocation.store.ts';
import type { watchStore } from '../../../../lambdas/model/domains/watch.store.ts';
import type { certificateStore, formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { expectedHostnameStore } from '../../../../lambdas/model/servers/change-list.store.ts';
import type { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import { removeDomain } from '../../../../lambdas/steps/installation/remove-domain.ts';
import { retireCertificate } from '../../../../lambdas/steps/installation/retire-certificate.ts';
import { verifyInstallation } from '../../../../lambdas/steps/installation/verify-installation.ts';
import { verifyMove } from '../../../../lambdas/steps/installation/verify-move.ts';
import { answerChallenge } from '../../../../lambdas/steps/issuance/answer-challenge.ts';
import { createOrder } from '../../../../lambdas/steps/issuance/create-order.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { downloadCertificate } from '../../../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder } from '../../../../lambdas/steps/issuance/finalize-order.ts';
import { pollOrder } from '../../../../lambdas/steps/issuance/poll-order.ts';
import { prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { revokeCertificate } from '../../../../lambdas/steps/issuance/revoke-certificate.ts';
import { runStep, type Step, type StepPorts } from '../../../../lambdas/steps/run-step.ts';
import { iso, issued } from '../../a-domain.ts';
import { clock, domains, log, table } from '../../api/api-caller.ts';
import { NOTHING_AT_AWS } from '../../aws-servers/nothing-at-aws.ts';
import { neverPaused } from '../../never-paused.ts';
import { DIRECTORY_URL, type InMemoryCa } from '../../steps/issuance/in-memory-ca.ts';
import { oneAccount, oneCa } from '../../steps/issuance/one-ca.ts';
import { NO_CLOUDFRONT, NO_PROOFS, NOBODY_NEXT } from '../../steps/issuance/told-agents.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const SEALED = { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' };

export interface Stores {
  servers: ReturnType<typeof serverStore>;
  certificates: ReturnType<typeof certificateStore>;
  formerCertificates: ReturnType<typeof formerCertificateStore>;
  watches: ReturnType<typeof watchStore>;
  revocations: ReturnType<typeof revocationStore>;
  challenges: ReturnType<typeof challengeStore>;
}

/** What a test wants otherwise: the limits of the CA, how it is, what is done around each step, and who shows proofs in DNS. */
export interface Stage {
  proofs?: ProofStore;
  acme?: Acme;
  health?: (isServing: () => Promise<boolean>) => CaWatch;
  run?: typeof runStep;
}
const ONE_A_SECOND: Acme = { directoryUrl: DIRECTORY_URL, ordersPerMinute: 60 };

/** What the steps find outside. */
export interface Outside {
  /** The fingerprint, or `refused`, of what is shown at a name of a server, or where the hostname leads. */
  shows(connectTo: string | undefined): string | undefined;
  leadsTo(serverId: number): boolean;
  isReached(): boolean;
}

/** Each step that a renewal, a move, a revocation and a removal run, as their Lambdas do. */
export function renewalSteps(
  opened: Stores,
  inMemory: InMemoryCa,
  outside: Outside,
  { acme: limits = ONE_A_SECOND, health, run: runOne = runStep, proofs = NO_PROOFS }: Stage = {},
): Record<StepName, (event: unknown) => Promise<StepOutcome>> {
  const installers = { agent: opened, aws: NOTHING_AT_AWS };
  const stores = { ...opened, installers, challenges: { 'http-01': opened.challenges, 'dns-01': proofs } };
  const retiring = { ...stores, certificateWrites: opened.certificates, installerWrites: installers };
  inMemory.accounts.push(publicJwk(key));
  const ports: StepPorts = {
    domains,
    clock: () => clock.now,
    log,
    restoreEpoch: 0,
    spendWrites: spendWrites(table),
    pauseAfterLostRace: async () => {},
  };
  const run = <P extends Phase, O>(step: Step<P, O>) => runOne(step, ports);
  const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: inMemory.exchange, clock: () => clock.now });
  const account = { kind: 'ok' as const, value: { key, url: 'https://ca.test/account/0' } };
  const ca = certificateAuthority(
    acme,
    oneAccount(async () => account),
  );
  const tls = {
    net: { tlsPeers: async ({ connectTo }: { connectTo?: string }) => [peerOf(outside.shows(connectTo))] },
    httpsPort: 443,
  };
  const leadsThere = {
    lookAtLabel: async () => ({ kind: 'cname-matched' as const, evidence: [] }),
    baseTarget: 'cname.service.net',
  };
  const slots = slotsAt(openSlots(table, limits));
  const issuing = {
    ...stores,
    cas: oneCa(ca, issued.ca, health?.(ca.isServing)),
    clock: () => clock.now,
    slotsOf: () => slots,
    countIssued: (_: string, domain: Parameters<typeof slots.countIssued>[0]) => slots.countIssued(domain, clock.now),
  };
  const refusal = evidence('http', 'GET http://shop.customer.com/', 'ECONNREFUSED', clock.now);
  const unreachable = { kind: 'failed' as const, refusesUs: false, evidence: [refusal] };
  return {
    'check-dns': async () => ({ next: 'done', waitSeconds: 0 }),
    'prepare-issuance': run(
      prepareIssuance(
        {
          ...{ ...stores, slots, paused: neverPaused, caNames: [issued.ca], newKeyAndCsr, sealPrivateKey: async () => SEALED },
          isZoneBehind: async () => false,
          lookAtCname: async () => ({ kind: 'cname-matched', evidence: [] }),
          lookAtValidation: async () => ({ kind: 'cname-matched', evidence: [] }),
          cloudFront: NO_CLOUDFRONT,
          lookAtCaa: async () => [{ kind: 'caa-allows' }],
          hostnameWrites: { expected: expectedHostnameStore(table), servers: opened.servers },
          preflight: async () => (outside.isReached() ? { kind: 'passed' } : unreachable),
        },
        NOBODY_NEXT,
      ),
    ),
    'create-order': run(createOrder(issuing)),
    'answer-challenge': run(answerChallenge(issuing)),
    'poll-order': run(pollOrder(issuing, stores)),
    'finalize-order': run(finalizeOrder(issuing, stores)),
    'download-certificate': run(downloadCertificate(issuing, stores)),
    'verify-installation': run(verifyInstallation({ ...stores, ...tls, ...leadsThere }, stores)),
    'verify-move': run(
      verifyMove(
        {
          ...{ ...stores, ...tls },
          lookAtOwnTarget: async ({ serverId }) => ({
            kind: outside.leadsTo(serverId) ? 'cname-matched' : 'cname-missing',
            evidence: [],
          }),
        },
        stores,
      ),
    ),
    'retire-certificate': run(retireCertificate(retiring)),
    'revoke-certificate': revokeCertificate({ ...stores, ...ports, caOf: () => ca }),
    'remove-domain': removeDomain({ ...retiring, ...ports, claims: claimStore(table), challenges: stores.challenges, domains }),
  };
}

function peerOf(fingerprintSha256: string | undefined) {
  if (fingerprintSha256 === undefined) return toFailed('connection', 'ECONNREFUSED');
  if (fingerprintSha256 === 'refused') return toFailed('tls', 'TLS: EPROTO');
  const words = { issuer: 'CN=CA', subject: '', notAfter: iso(0), address: '192.0.2.7' };
  return { kind: 'certificate' as const, fingerprintSha256, ...words };
}
