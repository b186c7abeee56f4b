import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Vitest } from 'vitest/node';
import * as z from 'zod/mini';
import { stackNames } from '../contract/stack/stack-outputs.ts';
import { awsClientSettings, awsEndpoint, PROJECT } from './machine/environment.ts';
import type { StateDir } from './machine/state-dir.ts';
import { LOCAL_STAGE } from './stage.ts';

/** The folders of what the end-to-end tests leave: those that share a cloud, and those that stop parts of theirs. */
export const TEST_RUN = '.local/test';
export const ALONE_RUN = '.local/test-alone';

/** What `npm test -- permissions` has to know of an end-to-end run beside its requests. */
export const RunFacts = z.object({
  /** What `Ref` says of each resource, by its logical id. */
  physicalIds: z.record(z.string(), z.string()),
  /** The test files that ran, each with all of its tests. */
  files: z.array(z.string()),
});
export type RunFacts = z.infer<typeof RunFacts>;

export function writeRunFacts(state: StateDir, facts: RunFacts): void {
  writeFileSync(state.runFacts, JSON.stringify(facts, null, 2));
}

/** Of every resource of the stacks. */
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

/** The files of a run that ends now: none, if it picked tests by their names. */
export function wholeFiles(vitest: Vitest): string[] {
  if (vitest.getGlobalTestNamePattern()) return [];
  return vitest.state.getTestModules().map(({ moduleId }) => relative(PROJECT, moduleId).replaceAll(sep, '/'));
}

/** Whether every file of the end-to-end tests of `npm test` ran: only then a permission that nobody used has no use. */
export function haveAllRun(runs: readonly Pick<RunFacts, 'files'>[]): boolean {
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
