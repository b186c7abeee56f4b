import { withCas } from './ca-edges.wiring.ts';
import { openIssuance } from './issuance.wiring.ts';
import { edgesWithoutSecret } from './lambda-edges.wiring.ts';
import { openRows } from './rows.wiring.ts';
import { openSteps } from './steps.wiring.ts';

export function openLambdaIssuance(environment: NodeJS.ProcessEnv) {
  return openIssuance(openSteps(openRows(withCas(edgesWithoutSecret(environment)))));
}
