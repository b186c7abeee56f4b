import { describe, expect, it } from 'vitest';
import { isForeign } from '../../../local/machine/foreign-requests.ts';

const host = 'localhost:8080';

describe('a request to the local cloud', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    '127.0.0.1:4566',
    '[::1]:4566',
    '[::1]',
    'abc.execute-api.localhost:4566',
  ])('under the name %s is local', (name) => {
    expect(isForeign({ host: name })).toBe(false);
  });

  it.each([
    'evil.example',
    'localhost.evil.example:8080',
    'evil.example:localhost',
    'evillocalhost',
    '.localhost',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '::1',
    'localhost:8080:80',
    'localhost@evil.example',
    'localhost\n',
    '',
  ])('under the name "%s" is foreign: a website has pointed it at 127.0.0.1, or it is malformed', (name) => {
    expect(isForeign({ host: name })).toBe(true);
  });

  it('without a name is foreign', () => {
    expect(isForeign({})).toBe(true);
  });

  it.each(['http://localhost:8080', 'http://localhost:3000', 'https://127.0.0.1', 'http://app.localhost:5173'])(
    'from a page of this machine, %s, is local',
    (origin) => {
      expect(isForeign({ host, origin, 'sec-fetch-site': 'same-site' })).toBe(false);
    },
  );

  it.each(['https://evil.example', 'null', '', 'http://localhost.evil.example', 'file://localhost', 'http://localhost/'])(
    'from the origin "%s" is foreign',
    (origin) => {
      expect(isForeign({ host, origin })).toBe(true);
    },
  );

  it.each([
    ['cross-site', true],
    ['same-site', false],
    ['same-origin', false],
    ['none', false],
  ])('that a browser calls %s is foreign: %s', (site, foreign) => {
    expect(isForeign({ host, 'sec-fetch-site': site })).toBe(foreign);
  });
});
