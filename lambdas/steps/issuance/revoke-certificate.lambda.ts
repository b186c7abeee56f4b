import { openLambdaIssuance } from '../../wiring/lambda-issuance.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { revokeCertificate } from './revoke-certificate.ts';

const ports = openLambdaIssuance(process.env);

export const handler = handleStep(revokeCertificate(ports));
