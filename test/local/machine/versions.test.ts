import { describe, expect, it } from 'vitest';
import { fingerprint, isGoRecentEnough, requirements, versions } from '../../../local/machine/versions.ts';

describe('the pinned versions', () => {
  it('the pinned versions name one exact version of each package', () => {
    for (const line of [...requirements(versions.python), ...requirements(versions.fuzzer)])
      expect(line).toMatch(/^[a-z0-9-]+==\d[\w.]*(; python_version < '3\.11')?$/);
  });

  it('the pinned versions name one exact version of each Go program', () => {
    for (const version of Object.values(versions.go.modules)) expect(version).toMatch(/^v\d+\.\d+\.\d+$/);
  });

  it('the pinned versions change the folder that is installed into', () => {
    expect(fingerprint({ ministack: '1.0.0' }, '3.11')).not.toBe(fingerprint({ ministack: '1.0.1' }, '3.11'));
    expect(fingerprint({ ministack: '1.0.0' }, '3.11')).not.toBe(fingerprint({ ministack: '1.0.0' }, '3.12'));
  });
});

describe('the Go of the machine', () => {
  it.each([
    ['go version go1.24.0 linux/amd64', true],
    ['go version go1.24 linux/amd64', true],
    ['go version go1.100.3 darwin/arm64', true],
    ['go version go2.0 linux/amd64', true],
    ['go version go1.23.9 linux/amd64', false],
    ['go version devel', false],
    ['', false],
  ])('a Go of the machine that says "%s" is recent enough: %s', (output, expected) => {
    expect(isGoRecentEnough(output, '1.24')).toBe(expected);
  });
});
