import { openLambdaIssuance } from '../../wiring/lambda-issuance.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { runStep } from '../run-step.ts';
import { answerChallenge } from './answer-challenge.ts';

const ports = openLambdaIssuance(process.env);

export const handler = handleStep(runStep(answerChallenge(ports), ports));
