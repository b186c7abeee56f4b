import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doctorCommand } from '../../agent/commands/doctor-command.ts';
import { enrollCommand } from '../../agent/commands/enroll-command.ts';
import { rotateKeysCommand } from '../../agent/commands/rotate-keys-command.ts';
import { runCommand } from '../../agent/commands/run-command.ts';
import { setSiteCommand } from '../../agent/commands/set-site-command.ts';
import { CHECKS } from '../../agent/doctor/finding.ts';
import { metricsText } from '../../agent/loopback/metrics.ts';
import { packageName } from '../../agent/packaging/debian-package.ts';
import manifest from '../../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/operate/agent.md');
const known = [enrollCommand(), runCommand(), doctorCommand(), rotateKeysCommand(), setSiteCommand()].flatMap(({ options }) =>
  options.map(({ long }) => long),
);
/** Options of commander, docker and systemctl. */
const OTHERS = ['--help', '--network', '--now'];

describe('docs/operate/agent.md', () => {
  it('names only options that the agent has, and every option of run that says who reads keys', () => {
    const named = [...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
    expect(named.filter((option) => !known.includes(option) && !OTHERS.includes(option))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['--group', '--mode', '--caddy-port', '--reload']));
  });

  it('names every check of the doctor in its order, and every metric', () => {
    const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    const facts = {
      certificates: 1,
      soonestExpiryMs: 1,
      unconfirmed: 1,
      lastAnswerMs: 1,
      reloadFailures: 1,
      challengeQuestions: 1,
      challengesRefused: 1,
    };
    const metrics = [...metricsText(facts).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(rows).toEqual([...CHECKS, ...metrics]);
  });

  it.each(['README.md', 'docs/operate/agent.md'])('names the package as npm run build -- agent does: %s', (path) => {
    const named = [...read(path).matchAll(/cps-agent_\d[\w.]+/g)].map(([name]) => name);
    expect(new Set(named)).toEqual(new Set([packageName(manifest.version)]));
  });
});
