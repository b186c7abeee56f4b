import { requireVariable } from '../../../contract/stack/environment.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { answerChallenge } from './answer-challenge.ts';
import { caStores, publishPorts } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));

export const handler = step.run(
  answerChallenge({ cas, clock: step.clock, challenges: publishPorts(step.table, () => prefixedId('evt')) }),
);
