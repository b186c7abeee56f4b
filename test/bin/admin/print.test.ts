import { expect, it } from 'vitest';
import { errorText, text } from '../../../bin/admin/print.ts';
import { validationError } from '../../../lambdas/shared/errors/app-error.ts';

it('facts stand on a line each, with their names', () => {
  expect(text({ server_id: 1, cname_target: 'x.net' })).toBe('server_id: 1\ncname_target: x.net');
});

it('elements of a list stand on a line each, without', () => {
  const keys = [
    { id: 'a', permissions: ['domains.read'] },
    { id: 'b', permissions: [] },
  ];
  expect(text({ keys })).toBe('a  ["domains.read"]\nb  []');
});

it('what strangers wrote does not steer the terminal', () => {
  const printed = text({ changes: [{ user_agent: 'a\u001b[2J\nb', after: { name: 'c\u0007' } }] });
  expect(printed).toBe('a?[2J?b  {"name":"c\\u0007"}');
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
