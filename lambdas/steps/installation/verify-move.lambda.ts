import { openInstallation } from '../../wiring/installation.wiring.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { verifyMove } from './verify-move.ts';

const ports = openInstallation(openSteps(openRows(withNetwork(edgesWithoutSecret(process.env)))));

export const handler = handleStep(runStep(verifyMove(ports, ports), ports));
