import { describe, expect, it } from 'vitest';
import { errorText, text } from '../../../bin/admin/print.ts';
import { validationError } from '../../../lambdas/shared/errors/app-error.ts';

it('facts stand on a line each, with their names', () => {
  expect(text({ server_id: 1, cname_target: 'x.net' })).toBe('server_id: 1\ncname_target: x.net');
});

describe('a list', () => {
  const keys = [
    { id: 'a', permissions: ['domains.read', 'domains.write'] },
    { id: 'bcdef', permissions: [], revoked_at: '2026-11-24' },
  ];

  it('is a table with headings, and a dash for what an element does not have', () => {
    expect(text({ keys }).split('\n')).toEqual([
      'id     permissions                 revoked_at',
      'a      domains.read,domains.write  -',
      'bcdef  -                           2026-11-24',
    ]);
  });

  it('without elements says so', () => {
    expect(text({ keys: [], has_more: false })).toBe('keys: none\nhas_more: false');
  });

  it('of long elements is a block for each, because a terminal would break its columns', () => {
    const long = 'x'.repeat(200);
    expect(text({ changes: [{ id: 'a', before: { long } }, { id: 'b' }] }).split('\n')).toEqual([
      'id      a',
      `before  {"long":"${long}"}`,
      '',
      'id  b',
    ]);
  });

  it('that is to be pasted into a file has no headings', () => {
    const records = [{ name: '*.cname.acme.net.', ttl: 300, class: 'IN', type: 'CAA', value: '0 issue "ca"' }];
    expect(text({ account: 'a', records }, { asLines: true })).toBe('account: a\n*.cname.acme.net.  300  IN  CAA  0 issue "ca"');
  });
});

it('what strangers wrote does not steer the terminal', () => {
  const printed = text({ changes: [{ user_agent: 'a\u001b[2J\nb', after: { name: 'c\u0007' } }] });
  expect(printed.split('\n').at(-1)).toBe('a?[2J?b     {"name":"c\\u0007"}');
});

it('a refusal names each wrong field with all that is wrong with it', () => {
  const refusal = validationError({ id: ['is the id of another server'], 'metadata.a\u001bb': ['is long', 'is no string'] });
  expect(errorText(refusal).split('\n')).toEqual([
    'Some fields are not right; details.errors says which.',
    '  id is the id of another server',
    '  metadata.a?b is long',
    '  metadata.a?b is no string',
  ]);
});

it('any other error is its message', () => {
  expect([new Error('There is no key k.'), 'broken'].map(errorText)).toEqual(['There is no key k.', 'broken']);
});
