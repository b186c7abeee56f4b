import { generateKeyPairSync } from 'node:crypto';
import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { StepName } from '../../../../contract/stack/steps.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import type { Acme } from '../../../../lambdas/ca-limits/order-limits.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import type { ProofStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { evidence } from '../../../../lambdas/model/domains/diagnosis/conditions.ts';
import type { Domain, Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import type { GuardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import type { Resolve } from '../../../../lambdas/shared/net/resolve.ts';
import { checkDns } from '../../../../lambdas/steps/dns/check-dns.ts';
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
import { runStep, type Step } from '../../../../lambdas/steps/run-step.ts';
import { openDns } from '../../../../lambdas/wiring/dns.wiring.ts';
import { openInstallation } from '../../../../lambdas/wiring/installation.wiring.ts';
import { openIssuance } from '../../../../lambdas/wiring/issuance.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openPreparation } from '../../../../lambdas/wiring/preparation.wiring.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { iso, issued } from '../../a-domain.ts';
import { clock, edgesWith } from '../../edges.ts';
import { settings } from '../../settings.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { DIRECTORY_URL, type InMemoryCa } from '../../steps/issuance/in-memory-ca.ts';
import { oneAccount } from '../../steps/issuance/one-ca.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const SEALED = { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' };

/** What a test may replace: CA limits, hooks around each step, the store of DNS proofs, DNS records. */
export interface Stage {
  proofs?: ProofStore;
  acme?: Acme;
  run?: typeof runStep;
  resolve?: Resolve;
}
const ONE_A_SECOND: Acme = { directoryUrl: DIRECTORY_URL, ordersPerMinute: 60 };

export interface Outside {
  /** The fingerprint served at a server's target or at the hostname; `refused` for a refused handshake. */
  shows(connectTo: string | undefined): string | undefined;
  leadsTo(serverId: number): boolean;
  isReached(): boolean;
}

/** The ports of all steps as their Lambdas open them. Hostname checks get their results from `outside`. */
export function openRenewal(
  inMemory: InMemoryCa,
  outside: Outside,
  { acme: limits = ONE_A_SECOND, proofs, resolve = resolverKnowing({}) }: Stage = {},
) {
  inMemory.accounts.push(publicJwk(key));
  const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: inMemory.exchange, clock: () => clock.now });
  const account = { kind: 'ok' as const, value: { key, url: 'https://ca.test/account/0' } };
  const ca = certificateAuthority(
    acme,
    oneAccount(async () => account),
  );
  const edges = edgesWith({
    settings: { ...settings, acme: { ...settings.acme, ...limits, caName: issued.ca } },
    certificateAuthorityOf: () => ca,
    newKeyAndCsr,
    seal: async () => SEALED,
    openDnsReader: () => recursiveReader(resolve),
    openNet: () =>
      ({ tlsPeers: async ({ connectTo }) => [peerOf(outside.shows(connectTo))] }) as Partial<GuardedNet> as GuardedNet,
  });
  const opened = openPreparation(openIssuance(openInstallation(openDns(openSteps(openRows(edges))))));
  const matched = async () => ({ kind: 'cname-matched' as const, evidence: [] });
  const refusal = evidence('http', 'GET http://shop.customer.com/', 'ECONNREFUSED', clock.now);
  const unreachable = { kind: 'failed' as const, mayBlockOnlyUs: false, evidence: [refusal] };
  return lazily(
    {
      lookAtCname: () => matched,
      lookAtValidation: () => matched,
      lookAtLabel: () => matched,
      lookAtCaa: () => async () => [{ kind: 'caa-allows' as const }],
      preflight: () => async () => (outside.isReached() ? { kind: 'passed' as const } : unreachable),
      lookAtOwnTarget:
        () =>
        async ({ serverId }: Domain) =>
          outside.leadsTo(serverId) ? matched() : { kind: 'cname-missing' as const, evidence: [] },
      challenges: () => ({ ...opened.challenges, ...(proofs && { 'dns-01': proofs }) }),
    },
    opened,
  );
}

/** The steps of issuance, renewal, move, revocation and removal, as their Lambdas run them. */
export function renewalSteps(
  ports: ReturnType<typeof openRenewal>,
  { run: runOne = runStep }: Stage = {},
): Record<StepName, (event: unknown) => Promise<StepOutcome>> {
  const run = <P extends Phase, O>(step: Step<P, O>) => runOne(step, ports);
  return {
    'check-dns': run(checkDns(ports)),
    'prepare-issuance': run(prepareIssuance(ports, ports)),
    'create-order': run(createOrder(ports)),
    'answer-challenge': run(answerChallenge(ports)),
    'poll-order': run(pollOrder(ports, ports)),
    'finalize-order': run(finalizeOrder(ports, ports)),
    'download-certificate': run(downloadCertificate(ports, ports)),
    'verify-installation': run(verifyInstallation(ports, ports)),
    'verify-move': run(verifyMove(ports, ports)),
    'retire-certificate': run(retireCertificate(ports)),
    'revoke-certificate': revokeCertificate(ports),
    'remove-domain': removeDomain(ports),
  };
}

function peerOf(fingerprintSha256: string | undefined) {
  if (fingerprintSha256 === undefined) return toFailed('connection', 'ECONNREFUSED');
  if (fingerprintSha256 === 'refused') return toFailed('tls', 'TLS: EPROTO');
  const words = { issuer: 'CN=CA', subject: '', notAfter: iso(0), address: '192.0.2.7' };
  return { kind: 'certificate' as const, fingerprintSha256, ...words };
}
