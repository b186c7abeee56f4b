import type { TestProject } from 'vitest/node';
import { TEST_PORTS } from '../../local/machine/ports.ts';
import { startCloudIn } from '../../local/test-cloud.ts';

/** Vitest's globalSetup of the proofs that need their own cloud; the others read the records of the e2e tests. */
export default function startProofCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn('.local/proof-cloud', TEST_PORTS, project);
}
