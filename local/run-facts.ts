import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Vitest } from 'vitest/node';
import * as z from 'zod/mini';
import { stackNames } from '../contract/stack/stack-outputs.ts';
import { awsClientSettings, awsEndpoint, PROJECT } from './machine/environment.ts';
import type { StateDir } from './machine/state-dir.ts';
import { LOCAL_STAGE } from './stage.ts';

/** What `npm run test:permissions` has to know of an end-to-end run beside its requests. */
export const RunFacts = z.object({
  /** What `Ref` says of each resource, by its logical id. */
  physicalIds: z.record(z.string(), z.string()),
  /** Whether every file of the end-to-end tests ran: only then a permission that nobody used has no use. */
  isWhole: z.boolean(),
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

/** Whether a run that ends now had every test of every file before it. */
export function isWholeRun(vitest: Vitest): boolean {
  if (vitest.getGlobalTestNamePattern()) return false;
  const ran = new Set(vitest.state.getTestModules().map(({ moduleId }) => relative(PROJECT, moduleId).replaceAll(sep, '/')));
  return e2eFiles().every((file) => ran.has(file));
}

function e2eFiles(): string[] {
  const folder = join(PROJECT, 'test', 'e2e');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  return files.map((name) => `test/e2e/${name.replaceAll(sep, '/')}`);
}
