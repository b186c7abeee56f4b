import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { newStage } from '../../../lib/stage/new-stage.ts';
import { readStage, StageRefused, stageFile } from '../../../lib/stage/read-stage.ts';
import { buildApp, localStage, productionStage } from '../synthesized.ts';

const directory = mkdtempSync(join(tmpdir(), 'stage-'));

function fileOf(content: unknown, name = 'production'): string {
  const file = join(directory, `${name}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const { settings } = productionStage;
const withSettings = (change: object) => ({ settings: { ...settings, ...change } });
const withWebhooks = (change: object) => withSettings({ webhooks: { ...settings.webhooks, ...change } });
const withLimits = (change: object) => withSettings({ rateLimits: { ...settings.rateLimits, ...change } });
const withAcme = (change: object) => withSettings({ acme: { ...settings.acme, ...change } });
const DOMAIN_CONNECT = { providerId: 'acme-saas.net', serviceId: 'https', providerName: 'Acme', keyDomain: 'acme-saas.net' };
const { queueDelaySeconds } = AWS_LIMITS;

describe('a stage file', () => {
  it('is read as it is written', () => {
    expect(readStage(fileOf(localStage, 'local'))).toEqual(localStage);
  });

  it.each([
    [
      'a field that is wrong, deep inside',
      { settings: { ...productionStage.settings, edgeHttpPort: 0 } },
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
    ['no words on webhooks', { settings: { ...productionStage.settings, webhooks: undefined } }, /settings\.webhooks: /],
    ['an attempt that may outlast its sender', withWebhooks({ attemptTimeoutSeconds: 31 }), /attemptTimeoutSeconds: .*30/],
    ['a minute without requests', withLimits({ requestsPerMinute: 0 }), /settings\.rateLimits\.requestsPerMinute: .*1/],
    ['an hour with less than none', withLimits({ requestsPerHour: -1 }), /settings\.rateLimits\.requestsPerHour: .*1/],
    ['more requests a minute than come through', withLimits({ requestsPerMinute: 15_001 }), /requestsPerMinute: .*15000/],
    ['more requests an hour than come through', withLimits({ requestsPerHour: 900_001 }), /requestsPerHour: .*900000/],
    ['a limit of requests alone', withSettings({ rateLimits: { requestsPerHour: 5 } }), /requestsPerMinute: .*expected/],
    ['more senders than posts a second to a host', withWebhooks({ concurrency: 41 }), /concurrency: .*40/],
    [
      'an optional field misspelt, deep inside',
      withAcme({ contactEmial: 'a@acme-saas.net' }),
      /settings\.acme\.contactEmial: .*is contactEmail meant/,
    ],
    [
      'a field of a further CA misspelt',
      withSettings({
        acmeFallbacks: [{ ...settings.acme, caName: 'Other CA', directoryUrl: 'https://ca.net/dir', profil: 'x' }],
      }),
      /settings\.acmeFallbacks\.0\.profil: .*is profile meant/,
    ],
    [
      'a further CA that is the first one again',
      withSettings({ acmeFallbacks: [settings.acme] }),
      /acmeFallbacks\.0\.caName: another.*\n.*acmeFallbacks\.0\.directoryUrl: another/,
    ],
    [
      'a template of Domain Connect without a way back to the portal',
      withSettings({ domainConnect: { ...DOMAIN_CONNECT, keyDomain: 'acme-saas.net' } }),
      /settings\.siteUrl: is needed with settings\.domainConnect/,
    ],
    [
      'a key domain that is an address',
      withSettings({ domainConnect: { ...DOMAIN_CONNECT, keyDomain: 'https://acme-saas.net' } }),
      /settings\.domainConnect\.keyDomain: must be a bare hostname/,
    ],
    [
      'a provider that is an example',
      withSettings({ siteUrl: 'https://api.acme-saas.net', domainConnect: { ...DOMAIN_CONNECT, providerId: 'example.com' } }),
      /settings\.domainConnect\.providerId: example\.com is an example/,
    ],
    [
      'a provider whose name the linter of templates does not take',
      withSettings({ domainConnect: { ...DOMAIN_CONNECT, providerName: 'a'.repeat(65) } }),
      /settings\.domainConnect\.providerName: .*64/,
    ],
    [
      'a provider whose id the linter of templates does not take',
      withSettings({ domainConnect: { ...DOMAIN_CONNECT, providerId: `${'a'.repeat(61)}.net` } }),
      /settings\.domainConnect\.providerId: .*64/,
    ],
    [
      'mail to nobody, that leads nowhere',
      withSettings({ mail: { from: 'service@acme-saas.net' } }),
      /signIn: is needed with settings\.mail.*\n.*settings\.siteUrl: is needed with settings\.mail/,
    ],
    ...['Acme', 'a,b@acme-saas.net', 'Acme<a@acme-saas.net>'].flatMap((address): [string, object, RegExp][] => [
      [`mail from ${address}`, withSettings({ mail: { from: address } }), /settings\.mail\.from: must be an e-mail address/],
      [`alarms to ${address}`, { alarmEmail: address }, /alarmEmail: must be an e-mail address/],
      [
        `${address} as the contact of the CA`,
        withAcme({ contactEmail: address }),
        /settings\.acme\.contactEmail: must be an e-mail address/,
      ],
    ]),
    ['a field from nowhere, without a guess', { colour: 'red' }, /colour: there is no such field$/m],
    [
      'a base target that is a URL',
      withSettings({ baseTarget: 'https://cname.acme-saas.net' }),
      /settings\.baseTarget: .*bare hostname/,
    ],
    [
      'a base target that is a wildcard',
      withSettings({ baseTarget: '*.cname.acme-saas.net' }),
      /settings\.baseTarget: .*bare hostname/,
    ],
    [
      'a directory that is no URL',
      withAcme({ directoryUrl: 'acme-v02.api.letsencrypt.org' }),
      /settings\.acme\.directoryUrl: .*https/,
    ],
    [
      'a zone by its name',
      { baseTargetZone: { hostedZoneId: 'acme.com' } },
      /baseTargetZone\.hostedZoneId: must be the id of a hosted zone/,
    ],
    [
      'a hostname as address of all labels',
      { baseTargetZone: { hostedZoneId: 'Z1', addresses: ['lb.acme.com'] } },
      /baseTargetZone\.addresses\.0: must be an IP address/,
    ],
    [
      'a validation zone without a zone to write',
      withSettings({ validationZone: 'validation.acme-saas.net' }),
      /baseTargetZone: is needed with settings\.validationZone/,
    ],
    [
      'wildcards without a validation zone',
      withSettings({ wildcards: true }),
      /settings\.validationZone: is needed with settings\.wildcards/,
    ],
    [
      'its base target as validation zone',
      withSettings({ validationZone: productionStage.settings.baseTarget }),
      /settings\.validationZone: servers have their labels below the base target/,
    ],
    [
      'a record of the validation without its zone',
      withSettings({ validationRecord: 'validation-persist' }),
      /settings\.validationRecord: has no effect without settings\.validationZone/,
    ],
    ['a name server without a port', withSettings({ nameServers: ['1.1.1.1'] }), /settings\.nameServers\.0: .*1\.1\.1\.1:53/],
    [
      'a contact that no CA takes',
      withAcme({ contactEmail: 'certificates@example.com' }),
      /settings\.acme\.contactEmail: .*is an example/,
    ],
    [
      'an example for its base target',
      withSettings({ baseTarget: 'cname.certs.example.net' }),
      /settings\.baseTarget: .*is an example/,
    ],
    ['the account of AWS’s documents', { account: '123456789012' }, /account: .*is an example; put your own, or leave it out/],
    ['the name of another file', { name: 'staging' }, /name: is staging.*staging\.json/],
    ['a retention that CloudWatch Logs does not have', { logRetentionDays: 31 }, /logRetentionDays: .*30/],
  ])('with %s is refused by the name of the field', (_, change, message) => {
    const file = fileOf({ ...productionStage, ...change });
    expect(() => readStage(file)).toThrow(StageRefused);
    expect(() => readStage(file)).toThrow(message);
    expect(() => readStage(file)).toThrow(file);
  });

  it('that is not JSON, or does not exist, is refused by the name of the file', () => {
    expect(() => readStage(fileOf('{'))).toThrow(/production\.json cannot be read as JSON/);
    expect(() => readStage('nowhere/stage.json')).toThrow(/nowhere\/stage\.json cannot be read/);
  });
});

describe('the stage of a command line', () => {
  it('may be given by its name or by its file, and goes before that of the environment', () => {
    expect(stageFile('staging')).toBe('stages/staging.json');
    expect(stageFile('elsewhere/staging.json')).toBe('elsewhere/staging.json');
    expect(stageFile('staging', 'production')).toBe('stages/staging.json');
  });

  it('is that of the environment where none is given', () => {
    expect(stageFile(undefined, 'production')).toBe('stages/production.json');
    expect(stageFile('', 'elsewhere/production.json')).toBe('elsewhere/production.json');
  });
});

describe('a new stage', () => {
  it('can be deployed as it is written', () => {
    expect(readStage(fileOf(productionStage))).toEqual(productionStage);
    expect(() => buildApp(productionStage)).not.toThrow();
  });

  it('takes any server id and receivers without TLS, as the specification does', () => {
    expect(settings).toMatchObject({ serverIds: 'open', webhookHttp: 'allowed', allowedSpecialSuffixes: [] });
  });

  it('makes test keys while its CA is one that no browser trusts', () => {
    const staging = newStage({
      name: 'trial',
      baseTarget: 'cname.acme-saas.net',
      contactEmail: 'a@acme-saas.net',
      ca: 'staging',
    });
    expect(staging.settings).toMatchObject({ acme: { directoryUrl: expect.stringContaining('staging') } });
  });

  it('has the windows of the specification', () => {
    expect(productionStage.settings.timings).toMatchObject({
      dnsCheckIntervalSeconds: 300,
      dnsWindowSeconds: 86_400,
      issuanceWindowSeconds: 86_400,
    });
    expect(productionStage.sweepIntervalMinutes).toBe(5);
  });

  it('has the limits of requests of the specification, and so has one that says nothing of them', () => {
    const { rateLimits, ...silent } = productionStage.settings;
    const specified = { requestsPerMinute: 100, requestsPerHour: 1000 };
    expect([rateLimits, STANDARD_LIMITS]).toEqual([specified, expect.objectContaining(specified)]);
    expect(readStage(fileOf({ ...productionStage, settings: silent })).settings.rateLimits).toEqual(specified);
  });

  it('sends to webhooks as often and as patiently as the API’s contract says', () => {
    expect(productionStage.settings.webhooks).toMatchObject({
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
