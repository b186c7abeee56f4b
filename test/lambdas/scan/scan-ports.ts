import type { NetEdges } from '../../../lambdas/wiring/edges.ts';
import { openScan, type ScanPorts } from '../../../lambdas/wiring/scan.wiring.ts';
import { portsOf } from '../api/api-caller.ts';

/** What the scan is given; other edges, and in place of its ports these, for what a test is about. */
export function scanPorts<Doubles extends object>(edges: Partial<NetEdges>, doubles: Doubles): ScanPorts & Doubles {
  return Object.defineProperties(openScan(portsOf(edges)), Object.getOwnPropertyDescriptors(doubles)) as ScanPorts & Doubles;
}
