import { describe, expect, it } from 'vitest';
import { frameFault, supportUrlFault } from '../../../../../lambdas/model/accounts/portal/portal.schema.ts';

describe('an origin that may frame the portal', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:443',
    'https://xn--bcher-kva.example',
    'http://localhost',
    'http://localhost:3000',
  ])('is taken: %s', (text) => {
    expect(frameFault(text)).toBeUndefined();
  });

  it.each([
    ['app.example.com', 'is not an address'],
    ['*', 'is not an address'],
    ['https://app.example.com:99999', 'is not an address'],
    ['https://app.example.com ', 'spaces'],
    ['https://a.example; script-src *', 'spaces'],
    ['https://a.example\u202e', 'spaces'],
    ['http://app.example.com', 'must begin with https://'],
    ['http://localhost.example.com', 'must begin with https://'],
    ['javascript://app.example.com', 'must begin with https://'],
    ['https://user@app.example.com', 'a user name'],
    ['https://:secret@app.example.com', 'a user name'],
    ['https://*.example.com', 'a wildcard'],
    ['https://localhost', 'a full hostname'],
    ['https://[2001:db8::1]', 'a full hostname'],
    ["https://a.example/';script-src", 'https://a.example'],
    ['https://app.example.com/', 'an origin without path, query or number sign, in lower case: https://app.example.com'],
    ['https://App.example.com/x?y#z', 'in lower case: https://app.example.com'],
    ['https://app.example.com\\x', 'in lower case: https://app.example.com'],
    ['https:app.example.com', 'in lower case: https://app.example.com'],
    ['https://bücher.example', 'in lower case: https://xn--bcher-kva.example'],
  ])('is refused with what is wrong: %s', (text, fault) => {
    expect(frameFault(text)).toContain(fault);
  });
});

describe('a support link', () => {
  it.each(['https://help.example.com/a?b=c#d', 'mailto:help@example.com', 'mailto:help@example.com?subject=Hello'])(
    'is taken: %s',
    (text) => {
      expect(supportUrlFault(text)).toBeUndefined();
    },
  );

  it.each([
    ['help.example.com', 'is not an address'],
    ['https://help.example.com/a b', 'spaces'],
    ['https://help.example.com/\u0000', 'spaces'],
    ['https://help.example.com/\u202egpj', 'spaces'],
    ['http://help.example.com', 'must be an https:// or mailto: address'],
    ['javascript:alert(1)', 'must be an https:// or mailto: address'],
    ['https://a:b@help.example.com', 'a user name'],
    ['mailto:a@x.example,b@x.example', 'exactly one recipient'],
    ['mailto:', 'exactly one recipient'],
  ])('is refused with what is wrong: %s', (text, fault) => {
    expect(supportUrlFault(text)).toContain(fault);
  });
});
