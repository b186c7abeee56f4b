import type { NetEdges } from '../../../lambdas/wiring/edges.ts';
import { openScan } from '../../../lambdas/wiring/scan.wiring.ts';
import { instead, portsOf } from '../api/api-caller.ts';

export const scanPorts = <Doubles extends object>(edges: Partial<NetEdges>, doubles: Doubles) =>
  instead(openScan(portsOf(edges)), doubles);
