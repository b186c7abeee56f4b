import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyThumbprint, persistentRecord } from '../../../lambdas/acme/account.ts';
import { Authorization, Directory } from '../../../lambdas/acme/answer.schema.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const url = 'https://ca.example/acct/123';
const PREFIX = 'https://ca.example/account-hash/';
const hashOf = (thumbprint: string) =>
  createHash('sha256')
    .update(Buffer.from([1]))
    .update(`*${thumbprint}${url}`)
    .digest('base64url');

/** The record for a challenge, parsed by the schemas that read the CA's answers. */
function recordOf(challenge: object, meta?: object, account = { key, url }) {
  const body = { type: 'dns-persist-01', url: 'https://ca.example/chall/1', status: 'pending', ...challenge };
  const [read] = Authorization.parse({ status: 'pending', challenges: [body] }).challenges;
  if (!read) throw new Error('no challenge');
  const directory = Directory.parse({ newNonce: 'n', newAccount: 'a', newOrder: 'o', ...(meta && { meta }) });
  return persistentRecord(read, account, directory);
}

describe('the record that stands for a CA', () => {
  it.each([
    ['draft 00 names the issuer', { 'issuer-domain-names': ['ca.example'] }, undefined, `ca.example; accounturi=${url}`],
    [
      'draft 01 names the account, too',
      { 'issuer-domain-names': ['ca.example'], accounturi: 'https://ca.example/reg/9' },
      undefined,
      'ca.example; accounturi=https://ca.example/reg/9',
    ],
    [
      'draft 02 has another name for the issuers, and a hash of the account',
      { issuerDomainNames: ['ca.example'] },
      { accountHashPrefix: PREFIX, issuerDomainNames: ['ca.example'] },
      `ca.example; accounturi=${PREFIX}sha-256/${hashOf(keyThumbprint(key))}`,
    ],
  ])('is what its challenge says: %s', (_, challenge, meta, value) => {
    expect(recordOf(challenge, meta)).toEqual({ kind: 'ok', value });
  });

  it('has the hash that draft 02 gives as its example of one for all domains', () => {
    expect(hashOf('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')).toBe('NpDnSwUthQK8zCgFdefYxAdAVPnygMLbs9US6oO-5ug');
  });

  it('has the same issuer in whatever order the CA names them, and one that its directory has', () => {
    const names = ['b.example', 'a.example', 'c.example'];
    const issuers = [names, names.toReversed()].map((list) => recordOf({ issuerDomainNames: list }));
    expect(new Set(issuers.map((record) => JSON.stringify(record))).size).toBe(1);
    const known = recordOf({ issuerDomainNames: names }, { caaIdentities: ['c.example'] });
    expect(known).toEqual({ kind: 'ok', value: `c.example; accounturi=${url}` });
  });

  it.each([
    ['no issuer', {}],
    ['an empty list of issuers', { issuerDomainNames: [] }],
    ['more issuers than ten', { issuerDomainNames: Array.from({ length: 11 }, (_, at) => `ca${at}.example`) }],
    ['an issuer that would add a parameter', { issuerDomainNames: ['ca.example; accounturi=https://evil.example/1'] }],
    ['an account elsewhere', { issuerDomainNames: ['ca.example'], accounturi: 'https://evil.example/acct/1' }],
    ['an account that would add a parameter', { issuerDomainNames: ['ca.example'], accounturi: `${url};policy=wildcard` }],
    ['an account that would end the string', { issuerDomainNames: ['ca.example'], accounturi: `${url}" "x` }],
    ['what no TXT string can hold', { issuerDomainNames: ['ca.example'], accounturi: `${url}${'x'.repeat(255)}` }],
  ])('is none where the challenge names %s', (_, challenge) => {
    expect(recordOf(challenge)).toMatchObject({ kind: 'problem', problem: { detail: expect.stringMatching(/dns-persist-01/) } });
  });

  it('is none where the directory knows none of the issuers', () => {
    expect(recordOf({ issuerDomainNames: ['other.example'] }, { caaIdentities: ['ca.example'] }).kind).toBe('problem');
  });
});
