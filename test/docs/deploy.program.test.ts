import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { costPage } from '../../bin/admin/prices/cost-table.ts';
import { LOG_BYTES } from '../../bin/admin/prices/counts.ts';
import prices from '../../bin/admin/prices/us-east-1.json' with { type: 'json' };
import { DIAGNOSIS_CODES } from '../../contract/api/error-codes.ts';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { DIRECTORIES } from '../../lib/stage/new-stage.ts';
import { readStage } from '../../lib/stage/read-stage.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { productionStage, synthesize } from '../stack/synthesized.ts';
import { costTable, resourcesTable } from './deploy-tables.ts';
import { withTable } from './webhooks/webhook-tables.ts';

const OPERATE = new URL('../../docs/operate/', import.meta.url);
const TABLES = new URL('quotas-and-cost.md', OPERATE);
const read = (name: string) => readFileSync(new URL(name, OPERATE), 'utf8');
/** The guide's pages, in reading order. */
const page = ['deploy.md', 'first-certificate.md', 'update-and-remove.md', 'quotas-and-cost.md'].map(read).join('\n');
const templates = synthesize({ ...productionStage, alarmEmail: 'certificates@acme-saas.net' });
const withResources = withTable(read('quotas-and-cost.md'), 'resources', resourcesTable(templates));
const withFixedCost = withTable(withResources, 'fixed cost', costTable(templates));
const made = withTable(withFixedCost, 'cost of a domain', costPage(prices));
if (process.env.UPDATE_DOCS === '1') writeFileSync(TABLES, made);

/** The printed commands, with values for the placeholders. */
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replaceAll('ACCOUNT', '210987654321').replaceAll('…', 'x'));

/** Split like a shell does: double quotes keep words together. */
const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

function admin(cwd: string, ...args: string[]) {
  return promisify(execFile)(NODE, [join(PROJECT, 'bin/admin.ts'), ...args], { cwd });
}

describe('the guide to a deployment', () => {
  it('has the tables that the templates make (npm run docs writes them)', () => {
    expect(read('quotas-and-cost.md')).toBe(made);
  });

  it('counts no fewer bytes for a line of the access log than an agent’s poll has', () => {
    const [stage] = Object.values(templates.service.findResources('AWS::ApiGatewayV2::Stage'));
    const values: Record<string, string> = {
      requestId: 'Lv4nQhyuIAMEJ3g=',
      requestTime: '27/Nov/2026:04:13:43 +0000',
      'identity.sourceIp': '203.0.113.200',
      httpMethod: 'GET',
      path: '/edge/v1/certificates',
      routeKey: 'GET /edge/v1/certificates',
      status: '200',
      responseLength: '312',
      responseLatency: '14',
      integrationErrorMessage: '-',
    };
    const format = String(Object(stage?.Properties).AccessLogSettings.Format);
    const bytes = Buffer.byteLength(format.replace(/\$context\.([\w.]+)/g, (_, name: string) => values[name] ?? 'x'.repeat(40)));
    const OF_AN_EVENT = 26;
    expect(bytes + OF_AN_EVENT).toBeLessThanOrEqual(LOG_BYTES.httpRequest);
    expect(bytes + OF_AN_EVENT).toBeGreaterThan(LOG_BYTES.httpRequest * 0.8);
  });

  it.each(commandsOfAdmin())('prints a command with options that it has: %s', async (line) => {
    const { stdout } = await admin(PROJECT, ...wordsOf(line), '--help');
    const options = wordsOf(line).filter((word) => /^--?[a-z]/.test(word));
    for (const option of options) expect(stdout).toMatch(new RegExp(`(^|[ ,])${option}\\b`, 'm'));
  });

  it('names, as what cannot be changed later, fields that a stage file has', () => {
    const [, box = ''] = /### Decide these four before you deploy\n(.*?)\n###/s.exec(page) ?? [];
    const rows = box
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    expect(rows.length).toBe(4);
    const fields = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([\w.]+)`/g)].map(([, field]) => field));
    expect(fields).toEqual(['name', 'account', 'region', 'settings.baseTarget', 'publicDomain']);
    for (const field of fields) expect(read('stage.md')).toMatch(new RegExp(`^\\| \`${field}[.\`]`, 'm'));
  });

  it('prints a new-stage that writes a deployable stage', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
    const line = commandsOfAdmin().find((command) => command.startsWith('new-stage')) ?? '';
    await admin(folder, ...wordsOf(line));
    const { name, account, region, alarmEmail, settings } = readStage(join(folder, 'stages/production.json'));
    expect({ name, account, region, alarmEmail }).toEqual({
      name: 'production',
      account: '210987654321',
      region: 'eu-central-1',
      alarmEmail: 'certificates@your-company.com',
    });
    expect(settings).toMatchObject({ acme: DIRECTORIES.staging });
  });

  it('names the production CA by the values of new-stage, and stays below its limits', () => {
    for (const value of Object.values(DIRECTORIES.production)) expect(page).toContain(`\`${value}\``);
    expect(page).toContain(`\`settings.acme.ordersPerMinute\` is ${productionStage.settings.acme.ordersPerMinute},`);
  });

  it('names outputs that the stacks have, and diagnoses that the API gives', () => {
    for (const output of ['ApiEndpoint', 'StateMachineArn', 'BaseTarget', 'RestoreEpoch']) {
      expect(page).toContain(`\`${output}\``);
      expect(Object.values(OUTPUTS)).toContain(output);
      expect(templates.service.toJSON().Outputs).toHaveProperty(output);
    }
    const [, table = ''] = /\| `diagnosis\.code` \| Means \|\n(.*?)\n\n/s.exec(page) ?? [];
    const codes = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code));
    expect(codes.length).toBeGreaterThan(3);
    expect(DIAGNOSIS_CODES).toEqual(expect.arrayContaining(codes));
  });

  it('removes everything that outlives its stack, and the service before what it reads', () => {
    const removedBy: Record<string, string> = {
      'AWS::DynamoDB::Table': 'aws dynamodb delete-table',
      'AWS::KMS::Key': 'aws kms schedule-key-deletion',
      'AWS::SecretsManager::Secret': 'aws secretsmanager delete-secret',
      'AWS::S3::Bucket': 'aws s3 rb',
      'AWS::SQS::Queue': 'aws sqs delete-queue',
    };
    const kept = Object.values(templates.stateful.toJSON().Resources).map((resource) => Object(resource));
    const types = kept.filter(({ DeletionPolicy }) => /^Retain/.test(DeletionPolicy ?? '')).map(({ Type }) => String(Type));
    expect(new Set(types)).toEqual(new Set(Object.keys(removedBy)));
    const places = ['destroy cps-production-service', 'destroy cps-production-stateful', ...Object.values(removedBy)].map(
      (command) => commands.findIndex((line) => line.includes(command)),
    );
    expect(places).not.toContain(-1);
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  });
});

function commandsOfAdmin(): string[] {
  return commands.flatMap((line) => {
    const [, script = '', rest = ''] = /^npm run (admin|deploy)(?: -- )?(.*)$/.exec(line) ?? [];
    if (script === '') return [];
    return [script === 'admin' ? rest : `${script} ${rest}`];
  });
}
