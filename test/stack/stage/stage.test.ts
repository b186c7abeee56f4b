import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AWS_LIMITS } from '../../../lambdas/shared/contract/aws-limits.ts';
import { readStage, StageRefused } from '../../../lib/stage/read-stage.ts';
import { buildApp, exampleStage, localStage } from '../synthesized.ts';

const directory = mkdtempSync(join(tmpdir(), 'stage-'));

function stageFile(content: unknown): string {
  const file = join(directory, 'stage.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const withWebhooks = (change: object) => ({
  settings: { ...exampleStage.settings, webhooks: { ...exampleStage.settings.webhooks, ...change } },
});
const { queueDelaySeconds } = AWS_LIMITS;

describe('a stage file', () => {
  it('is read as it is written', () => {
    expect(readStage(stageFile(localStage))).toEqual(localStage);
  });

  it.each([
    [
      'a field that is wrong, deep inside',
      { settings: { ...exampleStage.settings, edgeHttpPort: 0 } },
      /settings\.edgeHttpPort: .*1/,
    ],
    ['a field that is missing', { sweepIntervalMinutes: undefined }, /sweepIntervalMinutes: .*expected number/],
    ['a field that nobody reads', { sweepMinutes: 5 }, /sweepMinutes/],
    ['deliveries that come back while they are being sent', { deliveryVisibilitySeconds: 59 }, /deliveryVisibilitySeconds: .*60/],
    ['deliveries hidden for longer than SQS does', { deliveryVisibilitySeconds: 43_201 }, /deliveryVisibilitySeconds: .*43200/],
    [
      'a delivery that waits in the queue for longer than SQS lets it',
      withWebhooks({ longestQueueDelaySeconds: queueDelaySeconds.value + 1 }),
      /longestQueueDelaySeconds: .*900/,
    ],
    ['no words on webhooks', { settings: { ...exampleStage.settings, webhooks: undefined } }, /settings\.webhooks: /],
    ['an attempt that may outlast its sender', withWebhooks({ attemptTimeoutSeconds: 31 }), /attemptTimeoutSeconds: .*30/],
    ['more senders than posts a second to a host', withWebhooks({ concurrency: 41 }), /concurrency: .*40/],
    ['a retention that CloudWatch Logs does not have', { logRetentionDays: 31 }, /logRetentionDays: .*30/],
  ])('with %s is refused by the name of the field', (_, change, message) => {
    const file = stageFile({ ...exampleStage, ...change });
    expect(() => readStage(file)).toThrow(StageRefused);
    expect(() => readStage(file)).toThrow(message);
    expect(() => readStage(file)).toThrow(file);
  });

  it('that is not JSON, or not there, is refused by the name of the file', () => {
    expect(() => readStage(stageFile('{'))).toThrow(/stage\.json cannot be read as JSON/);
    expect(() => readStage('nowhere/stage.json')).toThrow(/nowhere\/stage\.json cannot be read/);
  });
});

describe('the example', () => {
  it('has the windows of the specification', () => {
    expect(exampleStage.settings.timings).toMatchObject({
      dnsCheckIntervalSeconds: 300,
      dnsWindowSeconds: 86_400,
      issuanceWindowSeconds: 86_400,
    });
    expect(exampleStage.sweepIntervalMinutes).toBe(5);
  });

  it('sends to webhooks as often and as patiently as the API’s contract says', () => {
    expect(exampleStage.settings.webhooks).toMatchObject({
      attemptDelaysSeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
      attemptTimeoutSeconds: 30,
      disableAfterSeconds: 5 * 86_400,
    });
  });
});

describe('looks that may reach loopback', () => {
  it('are synthesized for the emulator', () => {
    expect(() => buildApp(localStage)).not.toThrow();
  });

  it.each([
    ['a real account', { ...localStage, account: '123456789012' }],
    ['the account of whoever deploys', (({ account: _, ...stage }) => stage)(localStage)],
    ['a stage that is not the local one', { ...localStage, name: 'production' }],
  ])('are refused for %s, with the reason', (_, stage) => {
    expect(() => buildApp(stage)).toThrow(StageRefused);
    expect(() => buildApp(stage)).toThrow(/allowLoopback.*internal addresses/);
  });
});
