import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Vitest } from 'vitest/node';
import * as z from 'zod/mini';
import { stackNames } from '../contract/stack/stack-outputs.ts';
import { awsClientSettings, awsEndpoint, PROJECT } from './machine/environment.ts';
import type { StateDir } from './machine/state-dir.ts';
import { LOCAL_STAGE } from './stage.ts';

/** Folders of the end-to-end runs: of tests that share a cloud, and of those that stop parts of theirs. */
export const TEST_RUN = '.local/test';
export const ALONE_RUN = '.local/test-alone';

/** Facts of an end-to-end run for `npm test -- permissions`, in addition to its requests. */
export const RunFacts = z.object({
  /** Physical id (`Ref`) of each resource by its logical id. */
  physicalIds: z.record(z.string(), z.string()),
  /** Test files that ran completely. */
  files: z.array(z.string()),
});
export type RunFacts = z.infer<typeof RunFacts>;

export function writeRunFacts(state: StateDir, facts: RunFacts): void {
  writeFileSync(state.runFacts, JSON.stringify(facts, null, 2));
}

/** Covers every resource of the stacks. */
export async function readPhysicalIds(awsPort: number): Promise<RunFacts['physicalIds']> {
  const client = new CloudFormationClient(awsClientSettings(awsEndpoint(awsPort)));
  const { stateful, service } = stackNames(LOCAL_STAGE);
  const ids = new Map<string, string>();
  for (const StackName of [stateful, service]) {
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
      for (const { LogicalResourceId = '', PhysicalResourceId = '' } of StackResourceSummaries) {
        if (ids.has(LogicalResourceId)) throw new Error(`both stacks have a resource ${LogicalResourceId}`);
        ids.set(LogicalResourceId, PhysicalResourceId);
      }
    }
  }
  client.destroy();
  return Object.fromEntries(ids);
}

/** Files of the ending run; none if it selected tests by name. */
export function wholeFiles(vitest: Vitest): string[] {
  if (vitest.getGlobalTestNamePattern()) return [];
  return vitest.state.getTestModules().map(({ moduleId }) => relative(PROJECT, moduleId).replaceAll(sep, '/'));
}

/** True when every end-to-end test file of `npm test` ran. Only then is an unused permission superfluous. */
export function ranAllTestFiles(runs: readonly Pick<RunFacts, 'files'>[]): boolean {
  const ran = new Set(runs.flatMap(({ files }) => files));
  return e2eFiles().every((file) => ran.has(file));
}

function e2eFiles(): string[] {
  const folder = join(PROJECT, 'test', 'e2e');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !name.startsWith('long'),
  );
  return files.map((name) => `test/e2e/${name.replaceAll(sep, '/')}`);
}
