import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { runCommand } from '../../local/machine/run-command.ts';
import { installGo } from '../../local/machine/tools.ts';
import manifest from '../../package.json' with { type: 'json' };
import { snippet } from '../docs/snippets/snippets.ts';

const LOGS = join(PROJECT, '.local', 'logs');
const FOLDER = join(PROJECT, 'client', 'go');
const GO_README = new URL('../../client/go/README.md', import.meta.url);
const MODULE = 'example.com/certificate-provisioning-service/client/go';
const VERSION = `v${manifest.version}`;

export interface GoProject {
  folder: string;
  go: string;
  env: Record<string, string>;
  /** Compiles a README program, possibly changed, or another one. Returns its path. */
  compile: (name: string, program?: string | ((printed: string) => string)) => Promise<string>;
  remove: () => Promise<void>;
}

/** An empty project that gets the module from a module proxy, as `go get` gets it from a repository with its tag. */
export async function makeGoProject(): Promise<GoProject> {
  mkdirSync(LOGS, { recursive: true });
  const go = await installGo({ logs: LOGS, signal: undefined });
  const folder = await mkdtemp(join(tmpdir(), 'cps-go-'));
  await writeProxy(join(folder, 'proxy'));
  const env = {
    ...{ GOPROXY: `file://${join(folder, 'proxy')}`, GONOSUMDB: MODULE, GOFLAGS: '-modcacherw', GOWORK: 'off' },
    ...{ GOMODCACHE: join(folder, 'modules'), CGO_ENABLED: '0', GOTOOLCHAIN: 'local' },
  };
  const project = join(folder, 'project');
  await mkdir(project);
  await runGo('make an empty Go project', go, ['mod', 'init', 'integrator'], project, env);
  await runGo('get the Go module', go, ['get', `${MODULE}@${VERSION}`], project, env);
  return {
    folder: project,
    go,
    env,
    compile: async (name, program = (printed) => printed) => {
      await mkdir(join(project, name));
      const text = typeof program === 'string' ? program : program(snippet(`${name}.go`, GO_README));
      await writeFile(join(project, name, 'main.go'), text);
      await runGo(`compile ${name}`, go, ['build', '-o', `${name}.program`, `./${name}`], project, env);
      return join(project, `${name}.program`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The protocol of https://go.dev/ref/mod#goproxy-protocol, for this module only, which has no dependencies. */
async function writeProxy(proxy: string): Promise<void> {
  const versions = join(proxy, ...MODULE.split('/'), '@v');
  await mkdir(versions, { recursive: true });
  await writeFile(join(versions, 'list'), `${VERSION}\n`);
  await writeFile(join(versions, `${VERSION}.info`), JSON.stringify({ Version: VERSION, Time: '2026-01-01T00:00:00Z' }));
  await writeFile(join(versions, `${VERSION}.mod`), await readFile(join(FOLDER, 'go.mod')));
  const zip = join(versions, `${VERSION}.zip`);
  const program = [
    'import os, sys, zipfile',
    'with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as zip:',
    '    for name in sorted(os.listdir(sys.argv[2])):',
    '        zip.write(os.path.join(sys.argv[2], name), sys.argv[3] + "/" + name)',
  ];
  const args = ['-c', program.join('\n'), zip, FOLDER, `${MODULE}@${VERSION}`];
  await runCommand('pack the Go module', { command: 'python3', args, log: join(LOGS, 'pack-the-Go-module.log') });
}

export async function runGo(what: string, command: string, args: string[], cwd: string, env: Record<string, string>) {
  const log = join(LOGS, `${what.replaceAll(' ', '-')}.log`);
  await runCommand(what, { command, args, cwd, env, log });
}
