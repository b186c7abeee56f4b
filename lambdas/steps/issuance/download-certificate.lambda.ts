import { withCas } from '../../wiring/ca-edges.wiring.ts';
import { openIssuance } from '../../wiring/issuance.wiring.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { downloadCertificate } from './download-certificate.ts';

const ports = openIssuance(openSteps(openRows(withCas(edgesWithoutSecret(process.env)))));

export const handler = handleStep(runStep(downloadCertificate(ports, ports), ports));
