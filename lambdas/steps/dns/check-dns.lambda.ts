import { openDns } from '../../wiring/dns.wiring.ts';
import { openLambdaEdges } from '../../wiring/lambda-edges.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openSteps } from '../../wiring/steps.wiring.ts';
import { handleStep } from '../handle-step.gateway.ts';
import { checkDns, checkThenWatch } from './check-dns.ts';

const { edges, freshSecret } = await openLambdaEdges(process.env);
const ports = openDns(openSteps(openRows(withNetwork(edges))));

export const handler = handleStep(checkThenWatch(checkDns(ports), ports)).use(freshSecret);
