import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { retireCertificate } from './retire-certificate.ts';

const ports = openSteps(openRows(edgesWithoutSecret(process.env)));

export const handler = handleStep(runStep(retireCertificate(ports), ports));
