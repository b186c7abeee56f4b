import type { TestProject } from 'vitest/node';
import { TEST_PORTS } from '../../local/machine/ports.ts';
import { startCloudIn } from '../../local/test-cloud.ts';

/** Vitest's global set-up of the fuzzer: the other proofs read what the e2e tests have left in theirs. */
export default function startFuzzCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn('.local/fuzz-cloud', TEST_PORTS, project);
}
