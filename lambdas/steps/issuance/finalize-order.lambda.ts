import { openLambdaIssuance } from '../../wiring/lambda-issuance.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { finalizeOrder } from './finalize-order.ts';

const ports = openLambdaIssuance(process.env);

export const handler = handleStep(runStep(finalizeOrder(ports, ports), ports));
