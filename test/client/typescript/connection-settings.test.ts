import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../client/typescript/connection-settings.ts';

const GIVEN = { siteUrl: 'https://certificates.test', apiKeyId: 'cps_pk_test_id', apiKey: 'sk_test_secret' };
const ENVIRONMENT = { CPS_SITE_URL: 'https://other.test/', CPS_API_KEY_ID: 'cps_pk_test_other', CPS_API_KEY: 'sk_test_other' };

describe('the settings of a client', () => {
  it('are read from the environment where they are left out', () => {
    expect(readSettings({}, ENVIRONMENT)).toEqual({
      siteUrl: 'https://other.test',
      apiKeyId: 'cps_pk_test_other',
      apiKey: 'sk_test_other',
    });
    expect(readSettings(GIVEN, ENVIRONMENT)).toEqual(GIVEN);
  });

  it('lose the spaces and line ends with which they were pasted', () => {
    const pasted = { siteUrl: ' https://certificates.test\n', apiKeyId: '\tcps_pk_test_id ', apiKey: 'sk_test_secret\r\n' };
    expect(readSettings(pasted, {})).toEqual(GIVEN);
  });

  it.each<[string, object, string]>([
    ['no site', { siteUrl: undefined }, 'siteUrl is missing: pass it to createClient, or set CPS_SITE_URL'],
    ['an empty key', { apiKey: '  ' }, 'apiKey is missing: pass it to createClient, or set CPS_API_KEY'],
    [
      'a site without a scheme',
      { siteUrl: 'certificates.test' },
      'siteUrl is "certificates.test": it has to begin with https://',
    ],
    ['a site of another scheme', { siteUrl: 'ftp://a.test' }, 'it has to begin with https://'],
    ['a key with a space inside', { apiKey: 'sk_test sk_live_x' }, 'apiKey has a space or a character inside that no key has'],
    ['a key with a dash of a text program', { apiKeyId: 'cps_pk_test\u2013id' }, 'apiKeyId has a space or a character inside'],
    ['an id that is none', { apiKeyId: 'hello' }, 'apiKeyId is none: it begins with cps_pk_. Copy it again'],
    ['a key that is none', { apiKey: 'hello' }, 'apiKey is none: it begins with sk_. Copy it again'],
    ['swapped halves', { apiKeyId: GIVEN.apiKey, apiKey: GIVEN.apiKeyId }, 'apiKeyId and apiKey are swapped'],
  ])('are refused with what to do: %s', (_, wrong, sentence) => {
    expect(() => readSettings({ ...GIVEN, ...wrong }, {})).toThrow(sentence);
  });

  it.each([{ apiKey: 'sk_test_sec ret' }, { siteUrl: 'sk_test_secret' }, { siteUrl: 'CPS_API_KEY=sk_test_secret' }])(
    'are refused without showing the key: %j',
    (wrong) => {
      const refusal = () => readSettings({ ...GIVEN, ...wrong }, {});
      expect(refusal).toThrow(expect.objectContaining({ name: 'TypeError', message: expect.not.stringContaining('sec') }));
    },
  );

  it('are refused with what to do where the key is pasted in place of the site', () => {
    const refusal = () => readSettings({}, { ...ENVIRONMENT, CPS_SITE_URL: ENVIRONMENT.CPS_API_KEY });
    expect(refusal).toThrow('siteUrl holds an API key: it has to begin with https://');
  });
});
