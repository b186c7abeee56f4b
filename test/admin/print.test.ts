import { expect, it } from 'vitest';
import { text } from '../../admin/print.ts';

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
