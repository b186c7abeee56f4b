import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './cloud.ts';

interface Process {
  pid: number;
  parent: number;
  /** The process that began its group: a program of the cloud, whose children stay in it. */
  group: number;
  command: string;
}

/** The programs of the test cloud and their children, MiniStack's Lambdas among them; nobody else's. */
function cloudProcesses(): Process[] {
  const programs: { pid: number }[] = Object.values(JSON.parse(readFileSync(join(stateDir, 'processes.json'), 'utf8')));
  const own = new Set(programs.map(({ pid }) => pid));
  const all = allProcesses();
  // Parents may be listed after their children: repeat until nobody is added.
  for (let before = -1; before < own.size; ) {
    before = own.size;
    for (const { pid, parent, group } of all) if (own.has(parent) || own.has(group)) own.add(pid);
  }
  return all.filter(({ pid }) => own.has(pid));
}

/**
 * Memory of the whole cloud. A page that several processes share counts once among them (proc(5), Pss): fifty Node processes
 * map the same 100 MB of program.
 */
export function memoryBytes(): number {
  return cloudProcesses().reduce((sum, { pid }) => sum + proportionalBytes(pid), 0);
}

function proportionalBytes(pid: number): number {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0; // it has ended since
  }
}

/** The TCP ports that a process of the cloud listens on, each once (proc(5), net/tcp; `0A` is LISTEN). */
export function listeningPorts(): number[] {
  const sockets = new Set(cloudProcesses().flatMap(({ pid }) => socketsOf(pid)));
  const lines = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1));
  const ports = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(`socket:[${inode}]`))
    .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16));
  return [...new Set(ports)];
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return orNone(() => readdirSync(folder)).flatMap((name) => orNone(() => [readlinkSync(join(folder, name))]));
}

/** A process may have ended since, or closed a file. */
function orNone(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Ends every process of these Lambdas at once, without a warning. Answers how many. */
export function killLambdas(name: string): number {
  const running = lambdas(name);
  for (const { pid } of running) process.kill(pid, 'SIGKILL');
  return running.length;
}

/** The processes of Lambdas whose name, as CDK makes it of their construct, has this part. */
function lambdas(name: string): Process[] {
  return cloudProcesses().filter(({ command }) => command.includes(name));
}

function allProcesses(): Process[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 });
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = '', parent = '', group = '', ...command] = line.trim().split(/\s+/);
      return {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        command: command.join(' '),
      };
    });
}
