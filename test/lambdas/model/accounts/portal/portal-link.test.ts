import { describe, expect, it } from 'vitest';
import { readPortalLink, signPortalLink } from '../../../../../lambdas/model/accounts/portal/portal-link.ts';
import { ServiceSecret } from '../../../../../lambdas/shared/secrets/service-secret.ts';
import { HOUR, later, NOW } from '../../../a-domain.ts';
import { TOKEN } from './a-portal.ts';

const [first, second] = ['x'.repeat(64), 'y'.repeat(64)];
const secretOf = (versions: Record<number, unknown>, now?: Date) => ServiceSecret.fromJson(JSON.stringify(versions), now);
const secret = secretOf({ 1: first });
const link = { domainId: Number.MAX_SAFE_INTEGER, expiresAt: later(HOUR), generation: 65_535 };
const text = signPortalLink(TOKEN, link, secret);
const other = `opt_${'B'.repeat(32)}`;

describe('a link to the portal', () => {
  it('names its version, the secret’s version, its purpose and a tag of 128 bits', () => {
    expect(text).toMatch(/^v1\.1\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{22}$/);
    expect(readPortalLink(TOKEN, text, secret, NOW)).toEqual({ kind: 'valid', link });
  });

  it('ends at its instant', () => {
    expect(readPortalLink(TOKEN, text, secret, later(HOUR - 1)).kind).toBe('valid');
    expect(readPortalLink(TOKEN, text, secret, later(HOUR)).kind).toBe('expired');
  });

  it('is invalid with any other character in it: it does not even count as expired', () => {
    for (let at = 0; at < text.length; at += 1)
      for (const character of ['A', 'B', '0', '1', '.', '_', '\u202e', '']) {
        if (text[at] === character) continue;
        const altered = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
        expect(readPortalLink(TOKEN, altered, secret, later(9 * HOUR)), altered).toEqual({ kind: 'invalid' });
      }
  });

  it('is invalid under another organization’s token, and under the next token of its own', () => {
    expect(readPortalLink(other, text, secret, NOW)).toEqual({ kind: 'invalid' });
  });

  it('survives a rotation of the service’s secret, and not the end of the version that signed it', () => {
    expect(readPortalLink(TOKEN, text, secretOf({ 1: first, 2: second }), NOW).kind).toBe('valid');
    expect(readPortalLink(TOKEN, text, secretOf({ 2: second }), NOW)).toEqual({ kind: 'invalid' });
    expect(signPortalLink(TOKEN, link, secretOf({ 1: first, 2: second }))).toMatch(/^v1\.2\./);
  });
});
