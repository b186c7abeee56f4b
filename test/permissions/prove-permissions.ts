import { ALONE_RUN, ranAllTestFiles, TEST_RUN } from '../../local/run-facts.ts';
import { EXPLANATIONS } from './explanations.ts';
import { hear } from './hearing.ts';
import { neverUsed } from './never-used.ts';
import { readPolicies } from './policies.ts';
import { hasRun, readRun } from './recorded-run.ts';
import { denialText, neededText, summary, unusedText } from './report.ts';

// Run it after the end-to-end tests. Checks that AWS would have allowed all their requests, and that they used every permission.

const runs = [TEST_RUN, ALONE_RUN].filter(hasRun).map(readRun);
if (runs.length === 0) throw new Error('no requests were recorded: run npm test -- e2e first');
const isWhole = ranAllTestFiles(runs);
const hearings = [];
for (const { deployed, requests } of runs) {
  const policies = readPolicies(deployed);
  const hearing = await hear(requests, policies, deployed);
  hearings.push({ ...hearing, policies });
  console.log(summary(hearing, requests.length));
  for (const denial of hearing.denials) console.error(denialText(denial, policies.names));
}
const { unused, needless } = neverUsed(hearings, EXPLANATIONS);
const unexplained = unused.filter(({ explanation }) => !explanation);
if (!isWhole) {
  console.log('Not every end-to-end test has run: what was never used is not judged.');
} else {
  console.log(unusedText(unused.filter(({ explanation }) => explanation)));
  for (const permission of unexplained) console.error(neededText(permission));
  for (const { role, actions, reason } of needless) {
    console.error(`EXPLAINED IN VAIN: ${role}, ${actions.join(', ')}: it is used, or nobody has it. Take it out: "${reason}"`);
  }
}
const isProven =
  hearings.every(({ denials }) => denials.length === 0) && (!isWhole || (unexplained.length === 0 && needless.length === 0));
if (!isProven) process.exitCode = 1;
