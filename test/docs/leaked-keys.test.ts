/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LEAK_REPORTS } from '../../contract/api/limits.ts';
import { composeKey, keyIdIn } from '../../lambdas/model/accounts/api-key.ts';
import { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import { snippet } from './snippets/snippets.ts';

const PAGE = new URL('../../docs/reference/leaked-keys.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');
const serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
const made = Array.from({ length: 62 }, (_, n) => {
  const digit = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(n);
  return composeKey(n % 2 ? 'live' : 'test', digit.repeat(22), `${'x'.repeat(42)}${digit}`, serviceSecret);
});

it('the pattern of the page finds each secret in a text, and no other form of a secret', () => {
  const [, printed = ''] = /^`(\\bsk_.+\\b)`$/m.exec(page) ?? [];
  const pattern = new RegExp(printed);
  for (const { keyId, secret } of made) {
    expect(pattern.exec(`KEY="${secret}"\n`)?.[0]).toBe(secret);
    expect(keyIdIn(secret)).toBe(keyId);
    expect(pattern.test(keyId)).toBe(false);
  }
  // Keys of Stripe.
  for (const other of ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', `sk_live_${'a'.repeat(49)}`]) expect(pattern.test(other)).toBe(false);
  // Scanners' pattern for keys of Stripe.
  for (const { secret } of made) expect(secret).not.toMatch(/(sk|rk)_(test|live|prod)_[a-zA-Z0-9]{10,99}/);
});

it('the program of the page knows each secret by its checksum, and nothing with another character', () => {
  const lines = made.flatMap(({ secret }) => [secret, secret.replace(/x/, 'y'), `${secret.slice(0, -1)}!`]);
  const program = `${snippet('checksum.py', PAGE)}\nimport sys\nfor line in sys.stdin:\n    print(has_right_checksum(line.strip()))\n`;
  const answered = execFileSync('python3', ['-c', program], { input: lines.join('\n'), encoding: 'utf8' });
  expect(answered.trim().split('\n')).toEqual(made.flatMap(() => ['True', 'False', 'False']));
});

it('the page says how often reports are possible', () => {
  expect(page).toContain(`${LEAK_REPORTS.limit} reports a minute`);
});
