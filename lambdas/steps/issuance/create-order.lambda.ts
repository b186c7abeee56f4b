import { openLambdaIssuance } from '../../wiring/lambda-issuance.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { createOrder } from './create-order.ts';

const ports = openLambdaIssuance(process.env);

export const handler = handleStep(runStep(createOrder(ports), ports));
