import { expect, it, vi } from 'vitest';
import { jsonLog } from '../../../agent/shared/log.gateway.ts';

it('a line of the log steers no terminal, and is the same value for a program', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  jsonLog('warn', 'the service answers', { answer: 'a\u202eb\u009bc' });
  const line = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(line)).toMatchObject({ answer: 'a\u202eb\u009bc' });
});
