import { beforeAll, expect, it } from 'vitest';
import { asgTemplate, ecsTemplate } from '../docs/fleets/fleet-recipes.ts';
import { type Finding, scanners, scanTemplates } from './scan-templates.ts';

/** The first run installs the scanners: 100 packages. */
const INSTALLATION_MS = 300_000;

let findings: Finding[] = [];
beforeAll(async () => {
  findings = await scanTemplates(await scanners(), { 'asg.json': asgTemplate(), 'ecs.json': ecsTemplate() });
}, INSTALLATION_MS);

it('the templates that docs/servers/ prints for fleets are right for CloudFormation', () => {
  const wrong = findings.filter(({ scanner }) => scanner === 'cfn-lint');
  expect(wrong.map(({ rule, file, resource, says }) => `${rule} ${file} ${resource}: ${says}`)).toEqual([]);
});
