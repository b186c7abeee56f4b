import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { frontStage } from '../stack/cloudfront/front-stage.ts';
import { egressStage } from '../stack/egress/egress-stage.ts';
import { withPool } from '../stack/people-api/sign-in-stage.ts';
import { withTemplate } from '../stack/stateful/domain-connect-stage.ts';
import { type Resources, synthesize } from '../stack/synthesized.ts';
import { EXPLAINED } from './explained-findings.ts';
import { type Finding, scanners, scanTemplates } from './scan-templates.ts';

/** The first run installs the scanners: 100 packages. */
const INSTALLATION_MS = 300_000;
const SCAN_MS = 120_000;

/** A stage as `new-stage` writes it, and one with every optional part. */
const templates = {
  ...named('production', synthesize()),
  ...named('everything', synthesize(withPool(withTemplate({ ...frontStage, fixedEgress: egressStage.fixedEgress })))),
};
/** Faults that each scanner must find, to prove that it scans. */
const faulty = {
  Misspelt: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeOut: 30 } },
  Open: { Type: 'AWS::S3::Bucket', Properties: { AccessControl: 'PublicRead' } },
};
const FAULTY = 'faulty.json';

let findings: Finding[] = [];
let inFaulty: Finding[] = [];

beforeAll(async () => {
  const python = await scanners();
  const all = await scanTemplates(python, { ...templates, [FAULTY]: { Resources: faulty } });
  findings = all.filter(({ file }) => file !== FAULTY);
  inFaulty = all.filter(({ file }) => file === FAULTY);
}, INSTALLATION_MS + SCAN_MS);

describe('the scanners of platform teams', () => {
  it('find nothing in the templates that is not explained', () => {
    const unexplained = findings.filter((finding) => !EXPLAINED.some((explanation) => explains(explanation, finding)));
    expect(unexplained.map(({ rule, file, resource, says }) => `${rule} ${file} ${resource}: ${says}`)).toEqual([]);
  });

  it('would find everything that is explained: no explanation outlives its cause', () => {
    expect(EXPLAINED.filter((explanation) => !findings.some((finding) => explains(explanation, finding)))).toEqual([]);
    console.log(summary());
  });

  it('find a misspelt property and a public bucket, each its own', () => {
    const found = inFaulty.map(({ scanner, rule, resource }) => `${scanner} ${rule} ${resource}`);
    expect(found).toEqual(expect.arrayContaining(['cfn-lint E3002 Misspelt', 'checkov CKV_AWS_20 Open']));
  });

  it('leave no templates behind, nor do those that cannot be started', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'scanned-'));
    vi.stubEnv('TMPDIR', scratch);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(scanTemplates(join(scratch, 'no-python'), templates)).rejects.toThrow('ENOENT');
    expect(readdirSync(scratch)).toEqual([]);
  });
});

function named(stage: string, stacks: Record<string, Template>): Record<string, { Resources: Resources }> {
  return Object.fromEntries(
    Object.entries(stacks).map(([stack, template]) => [`${stage}-${stack}.json`, template.toJSON() as { Resources: Resources }]),
  );
}

function explains({ rule, of }: (typeof EXPLAINED)[number], finding: Finding): boolean {
  const type = templates[finding.file]?.Resources[finding.resource]?.Type;
  return rule === finding.rule && of.test(`${type} ${finding.resource}`);
}

function summary(): string {
  const lines = EXPLAINED.map((explanation) => {
    const [first, ...others] = findings.filter((finding) => explains(explanation, finding));
    return `${first?.scanner} ${explanation.rule}, ${others.length + 1} times: ${first?.says}\n    ${explanation.reason}`;
  });
  return [`${findings.length} findings in ${Object.keys(templates).length} templates, all explained:`, ...lines].join('\n');
}
