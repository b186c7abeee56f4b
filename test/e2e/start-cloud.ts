import type { TestProject } from 'vitest/node';
import { TEST_PORTS } from '../../local/machine/ports.ts';
import { TEST_RUN } from '../../local/run-facts.ts';
import { startCloudIn } from '../../local/test-cloud.ts';
import { holdTimelines } from './timelines.ts';

/** Vitest's globalSetup of the project `e2e`. */
export default function startSharedCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn(TEST_RUN, TEST_PORTS, project, holdTimelines);
}
