import { describe, expect, it } from 'vitest';
import { receiverProblems } from '../../../../lambdas/shared/net/receiver-address.ts';
import { nobodyAnswers, noSuchName, resolverKnowing, servfail } from './answers.ts';

const host = 'hooks.example.com';
const check = (url: string, known: Parameters<typeof resolverKnowing>[0] = {}, allowLoopback = false) =>
  receiverProblems(url, resolverKnowing(known), { allowLoopback });

describe('an address that is being registered', () => {
  it.each([
    ['a name on the public internet', `https://${host}/`, { [`A ${host}`]: ['8.8.8.8'] }],
    ['a name with one such address among others', `https://${host}/`, { [`A ${host}`]: ['10.0.0.1', '8.8.8.8'] }],
    ['an address on the public internet', 'https://8.8.8.8/', {}],
    ['a high port', `https://${host}:8443/`, { [`A ${host}`]: ['8.8.8.8'] }],
    ['the highest port', 'http://8.8.8.8:65535/', {}],
    ['the lowest of the high ports', 'http://8.8.8.8:1024/', {}],
    ['the port of the other scheme', 'http://8.8.8.8:443/', {}],
  ])('the address of a receiver is fine: %s', async (_, url, known) => {
    expect(await check(url, known)).toEqual({ problems: [], warnings: [] });
  });

  it.each([
    ['a private address', 'https://10.0.0.1/', {}, 'leads to the address 10.0.0.1, which is not on the public internet'],
    ['an odd notation', 'https://0x7f.1/', {}, 'leads to the address 127.0.0.1, which is not on the public internet'],
    ['an IPv6 address', 'https://[::1]/', {}, 'leads to the address ::1, which is not on the public internet'],
    ['this machine by name', 'https://localhost/', {}, 'leads to the address 127.0.0.1, which is not on the public internet'],
    [
      'a name of a private address',
      `https://${host}/`,
      { [`A ${host}`]: ['169.254.169.254'] },
      `${host} leads to the address 169.254.169.254, which is not on the public internet`,
    ],
    ['the port of SMTP', `https://${host}:25/`, {}, 'the port 25 is neither 80 nor 443 nor above 1023'],
    ['the highest low port', `https://${host}:1023/`, {}, 'the port 1023 is neither 80 nor 443 nor above 1023'],
  ])('the address of a receiver is refused: %s', async (_, url, known, problem) => {
    expect(await check(url, known)).toEqual({ problems: [problem], warnings: [] });
  });

  const inside = [
    'printer.local',
    'local',
    'metadata.google.internal',
    'ip-10-0-0-1.ec2.internal',
    'localhost.localdomain',
    'localhost.example.com',
    'router.home.arpa',
    'hooks.invalid',
    'hooks.onion',
    'intranet',
    'Printer.LOCAL.',
  ];
  it.each(inside)('a receiver at %s is refused by its name, even where DNS knows a public address', async (name) => {
    const canonical = name.toLowerCase().replace(/\.$/, '');
    for (const allowLoopback of [false, true]) {
      expect(await check(`https://${name}/`, { [`A ${canonical}`]: ['8.8.8.8'] }, allowLoopback)).toEqual({
        problems: [`${canonical} is a name that is not on the public internet; use a public hostname`],
        warnings: [],
      });
    }
  });

  it.each(['hooks.local.example.com', 'internal.example.com', 'localhosts.example.com', 'hooks.thelocal'])(
    'a receiver at %s is not refused by its name',
    async (name) => {
      expect(await check(`https://${name}/`, { [`A ${name}`]: ['8.8.8.8'] })).toEqual({ problems: [], warnings: [] });
    },
  );

  it.each([
    ['no such name', noSuchName],
    ['no address', []],
    ['DNS fails', servfail],
    ['DNS is silent', nobodyAnswers],
  ])('the address of a receiver is warned about, not refused, where there may be an address later: %s', async (_, known) => {
    expect(await check(`https://${host}/`, { [`A ${host}`]: known })).toEqual({
      problems: [],
      warnings: [`${host} has no address (IPv4) at the moment; deliveries will fail until it has.`],
    });
  });

  it('the address of a receiver may be this machine in the local stage, and no other one', async () => {
    expect(await check('http://localhost:9000/', {}, true)).toEqual({ problems: [], warnings: [] });
    expect((await check('http://10.0.0.1:9000/', {}, true)).problems).toHaveLength(1);
  });
});
