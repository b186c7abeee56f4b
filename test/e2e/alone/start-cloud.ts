import type { TestProject } from 'vitest/node';
import { ALONE_PORTS } from '../../../local/machine/ports.ts';
import { ALONE_RUN } from '../../../local/run-facts.ts';
import { startCloudIn } from '../../../local/test-cloud.ts';
import { holdTimelines } from '../timelines.ts';

/** Vitest's globalSetup of `e2e-apart` and `e2e-alone`, whose tests stop parts of the cloud that other end-to-end tests need. */
export default function startAloneCloud(project: TestProject): Promise<() => Promise<void>> {
  return startCloudIn(ALONE_RUN, ALONE_PORTS, project, holdTimelines);
}
