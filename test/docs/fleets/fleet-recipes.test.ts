/** @module-tag slow */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { enrollCommand } from '../../../agent/commands/enroll-command.ts';
import { runCommand } from '../../../agent/commands/run-command.ts';
import { recipe } from '../recipes.ts';
import { asgTemplate, daemonSet, ecsTemplate, sandbox, taskCommand, userData } from './fleet-recipes.ts';

const SERVER = { Site: 'https://service.net', Server: 'org_A/1' };
const optionsIn = (words: readonly string[]) => words.filter((word) => word.startsWith('--'));
const known = [...enrollCommand().options, ...runCommand().options].flatMap(({ long }) => long ?? []);

describe('the recipe of an Auto Scaling group', () => {
  it('sets the agent up before nginx serves, and nginx starts when the agent has all certificates', async () => {
    const machine = await sandbox();
    await machine.run(userData(SERVER));
    const calls = await machine.calls();
    const order = [
      'systemctl stop nginx',
      'systemctl enable --now cps-agent-enroll.service',
      'curl -fs http://127.0.0.1:8600/health',
    ];
    const places = [...order, 'systemctl start nginx'].map((call) => calls.findIndex((line) => line.startsWith(call)));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(await machine.read('etc/default/cps-agent')).toContain(
      'CPS_AGENT_ENROLL=--site https://service.net --aws --server org_A/1\n',
    );
    expect(calls).toContainEqual(
      expect.stringMatching(/^cps-agent enroll .*--retry-for 600 --site https:\/\/service\.net --aws/),
    );
  });

  it('does not start nginx where the certificates do not come in time', async () => {
    const machine = await sandbox({ health: { service: 'ok', complete: false } });
    await expect(machine.run(userData(SERVER))).rejects.toThrow('the certificates did not come');
    const calls = await machine.calls();
    expect(calls.filter((call) => call.startsWith('sleep')).length).toBeGreaterThan(100);
    expect(calls).not.toContain('systemctl start nginx');
  });

  it('ends where the package is not the one whose hash was given', async () => {
    const machine = await sandbox();
    await writeFile(join(machine.root, 'bin/sha256sum'), '#!/bin/sh\nexit 1\n');
    await expect(machine.run(userData(SERVER))).rejects.toThrow();
    expect((await machine.calls()).filter((call) => call.includes('cps-agent.deb') && call.startsWith('apt-get'))).toEqual([]);
  });

  it('lets instances be identified by IMDSv2 alone, and counts those as healthy that have opened port 443', () => {
    const { Resources } = asgTemplate();
    expect(Resources.LaunchTemplate?.Properties.LaunchTemplateData).toMatchObject({
      MetadataOptions: { HttpTokens: 'required' },
    });
    for (const name of ['HttpTargets', 'HttpsTargets'])
      expect(Resources[name]?.Properties).toMatchObject({ Protocol: 'TCP', HealthCheckPort: '443' });
  });
});

describe('the recipe of a golden image', () => {
  it('leaves the settings in the image, and neither keys, certificates nor the id of the machine', async () => {
    const machine = await sandbox();
    for (const [file, text] of Object.entries({
      'etc/machine-id': 'a'.repeat(32),
      'tmp/customers.conf': 'server {}',
      'tmp/cps-agent.deb': '',
      'var/lib/cps-agent/identity.json': '{}',
    }))
      await writeFile(join(machine.root, file), text);
    await machine.run(recipe('golden-image', 'build-image.sh'));
    expect(await machine.read('etc/default/cps-agent')).toContain(
      'CPS_AGENT_ENROLL=--site https://your-api.example.com --aws --server ',
    );
    expect(await machine.read('etc/nginx/conf.d/customers.conf')).toBe('server {}');
    expect(await machine.read('etc/machine-id')).toBe('');
    await expect(machine.read('var/lib/cps-agent/identity.json')).rejects.toThrow('ENOENT');
    expect((await machine.calls()).filter((call) => call.startsWith('cps-agent'))).toEqual([]);
  });
});

const HEALTHS = [
  [{ certificates: 0, service: 'none', complete: false }, false],
  [{ certificates: 50, service: 'ok', complete: false }, false],
  [{ certificates: 0, service: 'unavailable', complete: false }, false],
  [{ certificates: 50, service: 'unavailable', complete: false }, true],
  [{ certificates: 50, service: 'refused', complete: false }, true],
  [{ certificates: 0, service: 'ok', complete: true }, true],
] as const;

it.each(HEALTHS)('nginx of a golden image that reads %j waits no more: %s', async (health, isOver) => {
  const line = /^ExecStartPre=\/bin\/sh -c "(until .*)"$/m.exec(recipe('golden-image', 'build-image.sh'))?.[1] ?? '';
  const machine = await sandbox({ health: { status: 'serving', ...health } });
  const waited = await machine.run(line.replace('sleep 2', 'echo waits; break'));
  expect(waited).toBe(isOver ? '' : 'waits\n');
});

function probed(script: string, health: object): Promise<unknown> {
  return new Promise((exit) => runInNewContext(script, { fetch: async () => Response.json(health), process: { exit } }));
}

it.each(HEALTHS)('nginx of a DaemonSet that reads %j waits no more: %s', async (health, isOver) => {
  const agent = daemonSet().spec.template.spec.initContainers.find(({ name }) => name === 'cps-agent');
  const exit = await probed(agent?.startupProbe?.exec.command.at(-1) ?? '', health);
  expect(exit).toBe(isOver ? 0 : 1);
});

describe('the recipe of a task', () => {
  it('enrolls, then runs the agent in the place of the shell, and with options that there are', async () => {
    const machine = await sandbox();
    await machine.run(taskCommand(SERVER));
    expect(await machine.calls()).toEqual([
      expect.stringMatching(/^cps-agent enroll .*--aws --site https:\/\/service\.net --server org_A\/1$/),
      expect.stringMatching(/^cps-agent run /),
    ]);
    for (const option of optionsIn(taskCommand(SERVER).split(/\s+/))) expect(known).toContain(option);
  });

  it('does not run an agent that could not enroll', async () => {
    const machine = await sandbox({ agent: 'exit 1' });
    await expect(machine.run(taskCommand(SERVER))).rejects.toThrow();
    expect(await machine.calls()).toHaveLength(1);
  });

  it.each([true, false])('has a healthy agent, and with it nginx, when all certificates have come: %s', async (complete) => {
    const task = ecsTemplate().Resources.Task?.Properties as
      | { ContainerDefinitions: { Name: string; HealthCheck?: { Command: string[] } }[] }
      | undefined;
    const [, command = ''] = task?.ContainerDefinitions.find(({ Name }) => Name === 'cps-agent')?.HealthCheck?.Command ?? [];
    const script = /^node -e "(.*)"$/.exec(command)?.[1] ?? '';
    expect(await probed(script, { service: 'ok', complete })).toBe(complete ? 0 : 1);
  });

  it('gives the task a role, by which it enrolls, and nginx the certificates to read', () => {
    const { Resources } = ecsTemplate();
    const task = Resources.Task?.Properties as Record<string, { Name: string; MountPoints: object[]; DependsOn?: object[] }[]>;
    expect(task.TaskRoleArn).toEqual({ 'Fn::GetAtt': ['TaskRole', 'Arn'] });
    const web = task.ContainerDefinitions?.find(({ Name }) => Name === 'web');
    expect(web?.MountPoints).toEqual([{ SourceVolume: 'certificates', ContainerPath: '/var/lib/cps-agent', ReadOnly: true }]);
    expect(web?.DependsOn).toEqual([{ ContainerName: 'cps-agent', Condition: 'HEALTHY' }]);
  });
});

describe('the recipe of a DaemonSet', () => {
  const { initContainers, containers } = daemonSet().spec.template.spec;

  it('enrolls in a container before the agent runs in another, with options that there are', () => {
    expect(initContainers.map(({ name }) => name)).toEqual(['folder', 'enroll', 'cps-agent']);
    expect(initContainers.map(({ restartPolicy }) => restartPolicy)).toEqual([undefined, undefined, 'Always']);
    expect(containers.map(({ name }) => name)).toEqual(['web']);
    const words = [...initContainers, ...containers].flatMap(({ args = [] }) => args);
    expect(optionsIn(words).length).toBeGreaterThan(6);
    for (const option of optionsIn(words)) expect(known).toContain(option);
    for (const word of words) expect(word).toBeTypeOf('string');
  });
});
