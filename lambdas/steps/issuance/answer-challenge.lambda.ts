import { challengeStore } from '../../model/domains/challenge.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { answerChallenge } from './answer-challenge.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));

export const handler = step.run(answerChallenge({ ca, challenges: challengeStore(step.table) }));
