import { runStep } from '../../lifecycle/run-step.ts';
import { challengeStore } from '../../model/domains/challenge.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { buildRuntime, required } from '../../shared/runtime/runtime.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { answerChallenge } from './answer-challenge.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const runtime = buildRuntime(process.env);
const { table, clock, log } = runtime;
const ca = openCertificateAuthority(runtime, acmeAccountStore, required(process.env, 'kmsKeyId'));

export const handler = runStep(answerChallenge({ ca, challenges: challengeStore(table) }), {
  domains: domainStore(table, { newId: prefixedId }),
  clock,
  log,
});
