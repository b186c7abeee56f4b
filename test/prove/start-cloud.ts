import type { TestProject } from 'vitest/node';
import { TEST_PORTS } from '../../local/machine/ports.ts';
import { startCloudIn } from '../../local/test-cloud.ts';

/** Vitest's global set-up of the proofs that need a cloud: others read what the e2e tests have left in theirs. */
export default function startProofCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn('.local/proof-cloud', TEST_PORTS, project);
}
