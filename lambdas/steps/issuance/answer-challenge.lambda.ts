import { requireVariable } from '../../../contract/stack/environment.ts';
import { challengeStore } from '../../model/domains/challenge/challenge.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { answerChallenge } from './answer-challenge.ts';
import { caStores } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));

export const handler = step.run(
  answerChallenge({ cas, clock: step.clock, challenges: { 'http-01': challengeStore(step.table) } }),
);
