import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMULATOR_ACCOUNT } from '../../lib/stage/emulator.ts';
import { REGION } from '../../local/machine/environment.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { RunFacts } from '../../local/run-facts.ts';
import type { RecordedRequest } from './questions.ts';
import type { Deployed, Template } from './template.ts';

export interface RecordedRun {
  deployed: Deployed;
  files: string[];
  requests: (RecordedRequest & { count: number })[];
}

const OPERATOR = 'operator';

/** Whether end-to-end tests have run in this folder's cloud. */
export function hasRun(folder: string): boolean {
  return existsSync(stateDir(folder).recordedRequests);
}

/** The records of the last end-to-end run in a folder, without an operator's requests, which have no role in the templates. */
export function readRun(folder: string): RecordedRun {
  const state = stateDir(folder);
  const facts = RunFacts.parse(JSON.parse(readFileSync(state.runFacts, 'utf8')));
  const templates = readdirSync(state.cloudAssembly)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => JSON.parse(readFileSync(join(state.cloudAssembly, name), 'utf8')) as Template);
  const counts = JSON.parse(readFileSync(state.recordedCounts, 'utf8')) as number[];
  const lines = readFileSync(state.recordedRequests, 'utf8').split('\n').filter(Boolean);
  const requests = lines
    .map((line, at) => ({ ...(JSON.parse(line) as RecordedRequest), count: counts[at] ?? 1 }))
    .filter(({ caller }) => caller !== OPERATOR);
  // Every run creates some domains. If Lambdas had no credentials of their own, all requests would look like an operator's.
  if (requests.length === 0) throw new Error(`no Lambda has made any of the ${lines.length} recorded requests`);
  return {
    deployed: { account: EMULATOR_ACCOUNT, region: REGION, templates, physicalIds: facts.physicalIds },
    files: facts.files,
    requests,
  };
}
