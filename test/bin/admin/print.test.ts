import { describe, expect, it } from 'vitest';
import { errorText, formatOutput, formatText } from '../../../bin/admin/print.ts';
import { validationError } from '../../../lambdas/shared/errors/app-error.ts';

it('facts stand on a line each, with their names', () => {
  expect(formatText({ server_id: 1, cname_target: 'x.net' })).toBe('server_id: 1\ncname_target: x.net');
});

describe('a list', () => {
  const keys = [
    { id: 'a', permissions: ['domains.read', 'domains.write'] },
    { id: 'bcdef', permissions: [], revoked_at: '2026-11-24' },
  ];

  it('is a table with headings, and a dash for what an element does not have', () => {
    expect(formatText({ keys }).split('\n')).toEqual([
      'id     permissions                 revoked_at',
      'a      domains.read,domains.write  -',
      'bcdef  -                           2026-11-24',
    ]);
  });

  it('without elements says so', () => {
    expect(formatText({ keys: [], has_more: false })).toBe('keys: none\nhas_more: false');
  });

  it('of numbers or texts stands beside its name, on one line', () => {
    expect(formatText({ accepted: [1, 2], contact: ['mailto:a@b.test'] })).toBe('accepted: 1,2\ncontact: mailto:a@b.test');
  });

  it('of long elements is a block for each, because a terminal would break its columns', () => {
    const long = 'x'.repeat(200);
    expect(formatText({ changes: [{ id: 'a', before: { long } }, { id: 'b' }] }).split('\n')).toEqual([
      'id      a',
      `before  {"long":"${long}"}`,
      '',
      'id  b',
    ]);
  });

  it('that is to be pasted into a file has no headings', () => {
    const records = [{ name: '*.cname.acme.net.', ttl: 300, class: 'IN', type: 'CAA', value: '0 issue "ca"' }];
    expect(formatText({ account: 'a', records }, { asLines: true })).toBe(
      'account: a\n*.cname.acme.net.  300  IN  CAA  0 issue "ca"',
    );
  });
});

describe('what strangers wrote', () => {
  const HOSTILE = 'a\u001b[2J\nb\u202ec\u2066d\u200ee\u061cf\u009b';
  const SHOWN = 'a\\u{1b}[2J\\u{a}b\\u{202e}c\\u{2066}d\\u{200e}e\\u{61c}f\\u{9b}';

  it('steers no terminal from a line, a table or the line of a file', () => {
    expect(formatOutput({ name: HOSTILE }, false)).toBe(`name: ${SHOWN}`);
    const named = { [HOSTILE]: 1, [`${HOSTILE}s`]: [], [`${HOSTILE}l`]: [HOSTILE] };
    expect(formatOutput(named, false).split('\n')).toEqual([`${SHOWN}: 1`, `${SHOWN}s: none`, `${SHOWN}l: ${SHOWN}`]);
    const changes = [{ user_agent: HOSTILE, after: { name: 'c\u0007\u202e' } }];
    expect(formatOutput({ changes }, false).split('\n').slice(1)).toEqual([`${SHOWN}  {"name":"c\\u0007\\u{202e}"}`]);
    expect(formatOutput({ changes }, false, { asLines: true })).toBe(`${SHOWN}  {"name":"c\\u0007\\u{202e}"}`);
  });

  it('steers no terminal from JSON, which is the same value for a program', () => {
    const json = formatOutput({ name: HOSTILE }, true);
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(json)).toEqual({ name: HOSTILE });
  });

  it('steers no terminal from an error', () => {
    expect(errorText(new Error(`${HOSTILE} is unknown`))).toBe(`${SHOWN.replace('\\u{a}', '\n')} is unknown`);
  });
});

it('a refusal names each wrong field with all that is wrong with it', () => {
  const refusal = validationError({ id: ['is the id of another server'], 'metadata.a\u001bb': ['is long', 'is no string'] });
  expect(errorText(refusal).split('\n')).toEqual([
    'Some fields are not right; details.errors says which.',
    '  id is the id of another server',
    '  metadata.a\\u{1b}b is long',
    '  metadata.a\\u{1b}b is no string',
  ]);
});

it('any other error is its message', () => {
  expect([new Error('There is no key k.'), 'broken'].map(errorText)).toEqual(['There is no key k.', 'broken']);
});
