import { describe, expect, it } from 'vitest';
import { Stage } from '../../lib/stage/stage.schema.ts';
import { readPorts, START_PORTS } from '../../local/machine/ports.ts';
import {
  localSettings,
  localStage,
  START_TIMINGS,
  START_WEBHOOKS,
  TEST_TIMINGS,
  TEST_WEBHOOKS,
  withRestore,
} from '../../local/stage.ts';

const START = { timings: START_TIMINGS, webhooks: START_WEBHOOKS };
const ports = readPorts({ CPS_SITE_PORT: '9000', CPS_DNS_PORT: '9053' }, START_PORTS);

describe('the stage of the local cloud', () => {
  it.each([
    ['npm start', START],
    ['npm test', { timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS }],
  ])('for %s is what the stacks accept', (_, speed) => {
    expect(Stage.safeParse(localStage(localSettings(ports, speed, 'PEM'), 'http://localhost:8700')).error).toBeUndefined();
  });

  it('sends everything to the ports of this cloud', () => {
    const settings = localSettings(ports, START, 'PEM');
    expect(settings).toMatchObject({
      nameServers: ['127.0.0.1:9053', '127.0.0.1:9060'],
      rootServers: ['192.0.2.11', '192.0.2.12'],
      nameServerEndpoints: expect.objectContaining({ '192.0.2.11': '127.0.0.1:9061' }),
      edgeHttpPort: 5080,
      edgeHttpsPort: 8443,
    });
    expect(settings.acme).toMatchObject({ directoryUrl: 'https://127.0.0.1:14000/dir', trustedRootPem: 'PEM' });
  });

  it('keeps the table and the epoch of a restore that was practised, and nothing else of the former stage', () => {
    const stage = localStage(localSettings(ports, START, 'PEM'), 'http://localhost:8700');
    const restoredTable = { tableArn: 'arn:aws:dynamodb:…:table/cps-local-restored-1', streamArn: 'arn:aws:dynamodb:…/stream/1' };
    const former = {
      ...stage,
      restoredTable,
      logRetentionDays: 1 as const,
      settings: { ...stage.settings, restoreEpoch: 2, baseTarget: 'x' },
    };
    expect(withRestore(stage, former)).toEqual({ ...stage, restoredTable, settings: { ...stage.settings, restoreEpoch: 2 } });
    expect(withRestore(stage, stage)).toEqual(stage);
    expect(withRestore(stage, undefined)).toEqual(stage);
  });
});
