import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../web/widget/server/read-arguments.ts';

const PROXY = 'http://localhost:3000/domain-proxy';
const PROGRAM = new URL('../../../../web/widget/server/check-proxy.ts', import.meta.url).pathname;

function call(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('the command that checks a proxy', () => {
  it.each<[string, string[]]>([
    ['needed', []],
    ['needed', [PROXY]],
    ['no address', ['localhost:3000/domain-proxy', 'docs.acme.com']],
    ['no address', ['/domain-proxy', 'docs.acme.com']],
    ['no hostname', [PROXY, 'https://docs.acme.com/']],
    ['no hostname', [PROXY, 'docs.acme.com/check']],
    ['no hostname', [PROXY, 'docs.acme.com', '--foreign', '']],
    ['at a time', [PROXY, 'docs.acme.com', 'shop.bobs-bakery.com']],
    ['another customer', [PROXY, 'docs.acme.com', '--foreign', 'Docs.Acme.com']],
    ['no header', [PROXY, 'docs.acme.com', '--header', 'authorization']],
    ['invalid', [PROXY, 'docs.acme.com', '--cookie', 'a\nb']],
    ['--forein', [PROXY, 'docs.acme.com', '--forein', 'shop.bobs-bakery.com']],
  ])('a call that cannot be meant is told why: %s', (why, words) => {
    expect(readArguments(words)).toEqual({ problem: expect.stringContaining(why) });
  });

  it('a call is read with hostnames as the API writes them, and headers as fetch takes them', () => {
    const words = [
      PROXY,
      'Docs.Acme.com.',
      '--foreign',
      'bäckerei.example',
      '--header',
      'Authorization: Bearer a:b',
      '--cookie',
      's=1',
      '--foreign-cookie',
      's=2',
    ];
    expect(readArguments(words)).toEqual({
      target: {
        proxy: PROXY,
        hostname: 'docs.acme.com',
        foreign: 'xn--bckerei-5wa.example',
        headers: { Authorization: 'Bearer a:b', cookie: 's=1' },
        foreignHeaders: { cookie: 's=2' },
      },
    });
  });

  it('a call that cannot be meant ends with 2, without a trace, and the help with 0', async () => {
    const [wrong, help] = await Promise.all([call(PROXY, 'docs.acme.com', '--forein', 'x'), call('--help')]);
    expect([wrong.code, wrong.stdout, help.code, help.stderr]).toEqual([2, '', 0, '']);
    expect(wrong.stderr).toMatch(/^Unknown option '--forein'/);
    expect(wrong.stderr).not.toContain('    at ');
  });

  it('ends with 1 for one that breaks a rule, and for one where nobody answers', async () => {
    const server = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const broken = await call(proxy, 'docs.acme.com', '--foreign', 'shop.bobs-bakery.com');
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    const silent = await call(proxy, 'docs.acme.com');
    expect(broken.stdout).toContain('NOT TRIED foreign: ');
    expect(broken.stdout).toMatch(/^\d of 12 rules are kept, 2 could not be tried\.$/m);
    expect([broken.code, silent.code]).toEqual([1, 1]);
    expect(broken.stdout).toContain('BROKEN    unknown');
    expect(silent.stdout).toContain('ECONNREFUSED');
    expect(silent.stdout).toContain('0 of 12 rules are kept, 11 could not be tried.');
  });
});
