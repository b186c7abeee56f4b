import type { KeyEdges } from '../../wiring/edges.ts';
import { openLambdaEdges } from '../../wiring/lambda-edges.wiring.ts';
import { lazily } from '../../wiring/lazily.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openPreparation } from '../../wiring/preparation.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { newKeyAndCsr } from './csr.gateway.ts';
import { prepareIssuance } from './prepare-issuance.ts';

const { edges, freshSecret } = await openLambdaEdges(process.env);
const withKeys: KeyEdges = lazily({ newKeyAndCsr: () => newKeyAndCsr }, edges);
const ports = openPreparation(openSteps(openRows(withNetwork(withKeys))));

export const handler = handleStep(runStep(prepareIssuance(ports, ports), ports)).use(freshSecret);
