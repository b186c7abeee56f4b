import { EXPLANATIONS } from './explanations.ts';
import { hear } from './hearing.ts';
import { neverUsed } from './never-used.ts';
import { readPolicies } from './policies.ts';
import { readRun } from './recorded-run.ts';
import { denialText, neededText, summary, unusedText } from './report.ts';

// After the end-to-end tests: would AWS have allowed every request that they made, and was every permission used?

const { deployed, isWhole, requests } = readRun('.local/test');
const policies = readPolicies(deployed);
const hearing = await hear(requests, policies, deployed);
const { unused, needless } = neverUsed(policies, hearing.used, EXPLANATIONS);
const unexplained = unused.filter(({ explanation }) => !explanation);

console.log(summary(hearing, requests.length));
for (const denial of hearing.denials) console.error(denialText(denial, policies.names));
if (!isWhole) {
  console.log('Not every end-to-end test has run: what was never used is not judged.');
} else {
  console.log(unusedText(unused.filter(({ explanation }) => explanation)));
  for (const permission of unexplained) console.error(neededText(permission));
  for (const { role, actions, reason } of needless) {
    console.error(`EXPLAINED IN VAIN: ${role}, ${actions.join(', ')}: it is used, or nobody has it. Take it out: "${reason}"`);
  }
}
const isProven = hearing.denials.length === 0 && (!isWhole || (unexplained.length === 0 && needless.length === 0));
if (!isProven) process.exitCode = 1;
