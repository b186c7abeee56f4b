import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PORT_NAMES, portsOf, readPorts, START_PORTS } from '../../local/machine/ports.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const ports = readPorts({}, START_PORTS);
const portsOfTheCloud = PORT_NAMES.flatMap((name) => portsOf(name, ports));

/** Addresses of webhooks in commands and answers, and where printed receivers listen unless PORT says another port. */
const PRINTED = [
  /"url": "http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/g,
  /php -S 127\.0\.0\.1:(\d+)/g,
  /\bPORT\b[^\n]{0,16}?\b(\d{4,5})\b/g,
  /\bport = "(\d+)"/g,
  /such as `http:\/\/127\.0\.0\.1:(\d+)/g,
];
const printedPorts = (page: string) => PRINTED.flatMap((pattern) => [...page.matchAll(pattern)].map(([, port]) => Number(port)));

const pages = globSync(['README.md', 'docs/{guides,receivers}/*.md', 'client/*/README.md'], { cwd: ROOT })
  .map((page): [string, number[]] => [page, printedPorts(readFileSync(ROOT + page, 'utf8'))])
  .filter(([, printed]) => printed.length > 0);

describe('the port of a printed receiver', () => {
  it('is found on every page of docs/receivers/, in README and on the pages of the clients', () => {
    const named = pages.map(([page]) => page);
    const receivers = globSync('docs/receivers/*.md', { cwd: ROOT });
    expect(named).toEqual(expect.arrayContaining([...receivers, 'README.md', 'client/go/README.md', 'client/python/README.md']));
  });

  it.each(pages)('is none that `npm start` listens on: %s', (_page, printed) => {
    expect(printed.filter((port) => portsOfTheCloud.includes(port))).toEqual([]);
  });

  it('is the same on every page, so that a receiver listens where its webhook sends', () => {
    expect(new Set(pages.flatMap(([, printed]) => printed)).size).toBe(1);
  });
});
