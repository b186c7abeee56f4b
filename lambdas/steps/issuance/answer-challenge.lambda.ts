import { caHealthStore } from '../../lifecycle/ca-health/ca-health.store.ts';
import { challengeStore } from '../../model/domains/challenge.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { answerChallenge } from './answer-challenge.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const stores = { accounts: acmeAccountStore, health: caHealthStore };
const cas = openCertificateAuthorities(step, stores, required(process.env, 'kmsKeyId'));

export const handler = step.run(answerChallenge({ cas, clock: step.clock, challenges: challengeStore(step.table) }));
