import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { recipe } from '../recipes.ts';

// The recipes for fleets, exactly as printed; a shell runs them below a test's folder in place of `/`.

interface Template {
  Parameters: Record<string, { Default?: string }>;
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}
export const asgTemplate = (): Template => parse(recipe('fleet-asg', 'asg.yaml'));
export const ecsTemplate = (): Template => parse(recipe('fleet-ecs', 'task.yaml'));

interface Container {
  name: string;
  args?: string[];
  restartPolicy?: string;
  startupProbe?: { exec: { command: string[] } };
}
interface DaemonSet {
  kind: string;
  spec: { template: { spec: { initContainers: Container[]; containers: Container[] } } };
}
export function daemonSet(): DaemonSet {
  const documents = parseAllDocuments(recipe('fleet-eks', 'daemonset.yaml')).map((document) => document.toJS());
  return documents.find(({ kind }) => kind === 'DaemonSet');
}

/** Replaces parameters like CloudFormation's `Fn::Sub`. */
function filledIn(text: string, parameters: Record<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => parameters[name] ?? `no parameter ${name}`);
}

export function userData(parameters: Record<string, string>): string {
  const { Parameters, Resources } = asgTemplate();
  const data = Resources.LaunchTemplate?.Properties.LaunchTemplateData as { UserData: { 'Fn::Base64': { 'Fn::Sub': string } } };
  const defaults = Object.entries(Parameters).map(([name, { Default = '' }]) => [name, Default]);
  return filledIn(data.UserData['Fn::Base64']['Fn::Sub'], { ...Object.fromEntries(defaults), ...parameters });
}

/** The command of the agent's container in a task. */
export function taskCommand(parameters: Record<string, string>): string {
  const containers = ecsTemplate().Resources.Task?.Properties.ContainerDefinitions as {
    Name: string;
    Command: { 'Fn::Sub': string }[];
  }[];
  const agent = containers.find(({ Name }) => Name === 'cps-agent');
  return filledIn(agent?.Command[0]?.['Fn::Sub'] ?? '', parameters);
}

const UNIT = new URL('../../../agent/packaging/systemd/cps-agent-enroll.service', import.meta.url);

export interface Sandbox {
  root: string;
  /** All programs that the script called, with their arguments. */
  calls: () => Promise<string[]>;
  run: (script: string, variables?: Record<string, string>) => Promise<string>;
  read: (path: string) => Promise<string>;
}

/** A machine in a folder of its own, with fakes for package manager, systemd and network. */
export async function sandbox({
  agent = 'true',
  health = { complete: true },
}: {
  agent?: string;
  health?: object;
} = {}): Promise<Sandbox> {
  const root = await mkdtemp(join(tmpdir(), 'cps-machine-'));
  for (const folder of ['bin', 'tmp', 'etc/default', 'etc/nginx/conf.d', 'var/lib/cps-agent'])
    await mkdir(join(root, folder), { recursive: true });
  await mkdir(join(root, 'credentials'));
  await writeFile(join(root, 'credentials/enrollment-token'), '\n', { mode: 0o400 });
  const start = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(await readFile(UNIT, 'utf8'))?.[1] ?? '';
  const programs = {
    'apt-get': 'true',
    usermod: 'true',
    sleep: 'true',
    sha256sum: 'grep -q "^[0-9a-f]\\{64\\}  "',
    // A download, or the agent's health endpoint.
    curl: `case "$*" in *" -o "*) for a; do [ "$last" = -o ] && echo fetched > "$a"; last=$a; done;; *) echo '${JSON.stringify(health)}';; esac`,
    // Starts the unit like systemd: with its credential, empty if none was written, and the variables of its file, each split
    // into words.
    systemctl: `case "$*" in "enable --now "*cps-agent-enroll*)
      export CREDENTIALS_DIRECTORY=${root}/credentials
      CPS_AGENT_ENROLL=$(sed -n 's/^CPS_AGENT_ENROLL=//p' ${root}/etc/default/cps-agent)
      ${inRoot(start, root)};; esac`,
    'cps-agent': agent,
  };
  for (const [name, body] of Object.entries(programs)) {
    const file = join(root, 'bin', name);
    await writeFile(file, `#!/bin/bash\necho "${name} $*" >> ${root}/calls\n${body}\n`);
    await chmod(file, 0o755);
  }
  const read = (path: string) => readFile(join(root, path), 'utf8');
  return {
    root,
    read,
    calls: async () => (await read('calls')).trim().split('\n'),
    async run(script, variables = {}) {
      const file = join(root, 'script');
      await writeFile(file, inRoot(script, root));
      const env = { PATH: `${root}/bin:/usr/bin:/bin`, ...variables };
      return (await promisify(execFile)('bash', [file], { env, cwd: root })).stdout;
    },
  };
}

function inRoot(script: string, root: string): string {
  return script.replace(/(?<![\w.>/])\/(?=(etc|var|tmp)\/)/g, `${root}/`);
}
