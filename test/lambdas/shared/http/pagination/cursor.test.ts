import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '../../../../../lambdas/shared/errors/app-error.ts';
import { openCursorAs, readCursor, signCursor } from '../../../../../lambdas/shared/http/pagination/cursor.ts';
import { ServiceSecret } from '../../../../../lambdas/shared/secrets/service-secret.ts';

const secret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
const other = ServiceSecret.fromJson(JSON.stringify({ 1: 'y'.repeat(64) }));
const rotated = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64), 2: 'y'.repeat(64) }));
const position = { id: 7, endsAt: '2026-06-01T12:00:00.000Z' };
const cursor = signCursor(position, 'scope', secret);

function refused(text: string, scope = 'scope', by = secret): void {
  try {
    readCursor(text, scope, by);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect([error.status, Object.keys(error.details?.errors as object)]).toEqual([422, ['cursor']]);
    return;
  }
  throw new Error(`${text} was let in`);
}

describe('a cursor', () => {
  it('opens in the list that it was made for', () => {
    expect(readCursor(cursor, 'scope', secret)).toEqual(position);
  });

  it('opens as what a schema says, and not as what it was once', () => {
    const Position = z.object({ id: z.int() });
    expect(openCursorAs(Position, cursor, 'scope', secret)).toEqual({ id: 7 });
    const former = signCursor({ id: 'seven' }, 'scope', secret);
    expect(() => openCursorAs(Position, former, 'scope', secret)).toThrow(
      expect.objectContaining({ status: 422, details: { errors: { cursor: ['is no longer known; begin again without it'] } } }),
    );
    expect(() => openCursorAs(Position, cursor, 'scope2', secret)).toThrow(expect.objectContaining({ status: 422 }));
  });

  it('needs no encoding in a query', () => {
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  it('opens in no other list, and nowhere else', () => {
    refused(cursor, 'scope2');
    refused(cursor, '');
    refused(cursor, 'scope', other);
  });

  it('made before the secret was rotated still opens', () => {
    expect(readCursor(cursor, 'scope', rotated)).toEqual(position);
    refused(signCursor(position, 'scope', rotated));
  });

  it.each([
    '',
    '.',
    '..',
    'a.b',
    `${cursor}.`,
    `.${cursor}`,
    `${cursor}=`,
    ` ${cursor}`,
    `${cursor}x`,
    cursor.slice(0, -1),
    cursor.replace('.', ''),
  ])('that was changed is refused: %s', (text) => refused(text));

  it('is one text only: a payload that decodes to the same does not open', () => {
    const [payload = '', tag = ''] = cursor.split('.');
    refused(`${payload} .${tag}`);
    refused(`${payload}=.${tag}`);
  });

  it('cannot borrow from its scope', () => {
    const [payload = '', tag = ''] = signCursor(position, 'list org', secret).split('.');
    refused(`${payload} list.${tag}`, 'org');
  });

  it('is opened or refused, whatever is sent, and never breaks', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.base64String().map((text) => `${text}.${text}`),
        ),
        (text) => refused(text),
      ),
    );
  });

  it('of any position and scope comes back as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())), fc.string(), (any, scope) => {
        expect(readCursor(signCursor(any, scope, secret), scope, secret)).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });
});
