import { describe, expect, it } from 'vitest';
import { isMailAddress } from '../../contract/mail-address.schema.ts';

const local = (length: number) => `${'a'.repeat(length)}@b.test`;
const whole = (length: number) => `a@${'b.'.repeat((length - 6) / 2)}test`;

describe('a mail address', () => {
  it.each(["o'neil+tag.x_y-z@mail.xn--bcher-kva.test", 'A@B.test', local(64), whole(254)])('may be %s', (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  it.each([
    ...['', 'a', '@b.test', 'a@', 'a@b', 'a@b.test.', '.a@b.test', 'a.@b.test', 'a..b@c.test', 'a@b@c.test', 'a@[192.0.2.1]'],
    ...['locked<a@b.test>', '<a@b.test>', 'a@b.test>', '"x"<a@b.test>', '"a b"@c.test', 'a(x)@b.test', 'A <a@b.test>'],
    ...['a,b@c.test', 'a;b@c.test', 'a@b.test,c@d.test', ' a@b.test', 'a@b.test\n', 'a\r\nBcc:x@b.test', 'a\u0000@b.test'],
    ...['\u202ea@b.test', 'a@\u2066b.test', 'a\u200b@b.test', 'ä@b.test', 'a@bücher.test', '$(id)@b.test', '`id`@b.test'],
    ...[local(65), whole(256)],
  ])('is one address in ASCII and nothing beside it: %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});
