import { generateKeyPairSync } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { keyRecords, templateToRegister } from '../../../bin/admin/domain-connect-commands.ts';
import { formatText } from '../../../bin/admin/print.ts';
import { readPublicKey } from '../../../bin/admin/public-key.gateway.ts';

const settings = {
  baseTarget: 'cname.service.net',
  siteUrl: 'https://certificates.service.net:8443',
  domainConnect: { providerId: 'service.net', serviceId: 'https', providerName: 'Service', keyDomain: 'keys.service.net' },
};
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const der = publicKey.export({ type: 'spki', format: 'der' });

it('the template to register names the stage’s own ids, target and site, and leaves nothing open but the label', () => {
  expect(templateToRegister({ ...settings, domainConnect: { ...settings.domainConnect, trustedRootPem: 'PEM' } })).toEqual({
    ...{ providerId: 'service.net', providerName: 'Service', serviceId: 'https', serviceName: 'HTTPS for your own domain' },
    ...{ version: 1, syncPubKeyDomain: 'keys.service.net', syncRedirectDomain: 'certificates.service.net', hostRequired: true },
    ...{ description: expect.any(String), variableDescription: expect.stringContaining('cname.service.net') },
    records: [{ type: 'CNAME', host: '@', pointsTo: '%label%.cname.service.net', ttl: 300 }],
  });
});

it('the template of a stage with a validation zone has each record in a group that a link names', () => {
  const { records, version, variableDescription } = templateToRegister({ ...settings, validationZone: 'proof.service.net' });
  expect(records).toEqual([
    { type: 'CNAME', host: '@', pointsTo: '%label%.cname.service.net', ttl: 300, groupId: 'routing' },
    { type: 'CNAME', host: '_acme-challenge', pointsTo: '%label%.proof.service.net', ttl: 300, groupId: 'validation' },
    {
      type: 'CNAME',
      host: '_validation-persist',
      pointsTo: '%label%.proof.service.net',
      ttl: 300,
      groupId: 'validation-persist',
    },
  ]);
  expect([version, variableDescription]).toEqual([2, expect.stringContaining('proof.service.net')]);
});

it('the records with the public key are lines of a zone file, each within one string of TXT, and hold the key whole', async () => {
  const { records } = await keyRecords(settings, async () => der);
  const values = records.map(({ value }) => /^"p=(\d),a=RS256,d=(.+)"$/.exec(value) ?? []);
  expect(values.map(([, part]) => part)).toEqual(['1', '2']);
  expect(values.map(([, , data]) => data).join('')).toBe(der.toString('base64'));
  expect(Math.max(...records.map(({ value }) => value.length - 2))).toBeLessThanOrEqual(255);
  expect(formatText({ records }, { asLines: true }).split('\n')).toEqual(
    records.map(({ value }) => `_dck1.keys.service.net.  300  IN  TXT  ${value}`),
  );
});

it('a stage without settings.domainConnect has no template and no records, which is said before a key is asked for', async () => {
  const without = { baseTarget: 'cname.service.net' };
  const words = /no settings\.domainConnect: set it and deploy first \(docs\/operate\/domain-connect\.md\)/;
  expect(() => templateToRegister(without)).toThrow(words);
  const never = async () => expect.fail('the key was asked for');
  await expect(keyRecords(without, never)).rejects.toThrow(words);
});

it('the public key is the one that KMS has for the key of the stage', async () => {
  const kms = mockClient(KMSClient);
  kms
    .on(GetPublicKeyCommand, { KeyId: 'key-1' })
    .resolvesOnce({ PublicKey: new Uint8Array(der) })
    .resolves({});
  expect(Buffer.from(await readPublicKey('key-1', new KMSClient({})))).toEqual(der);
  await expect(readPublicKey('key-1', new KMSClient({}))).rejects.toThrow('without the public half of the key key-1');
  kms.restore();
});
