import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './cloud.ts';

interface Process {
  pid: number;
  parent: number;
  /** Process group id, which is the pid of the program that leads the group; its children stay in it. */
  group: number;
  command: string;
}

/** The programs of the test cloud and their children, including MiniStack's Lambdas, without any other process. */
function cloudProcesses(): Process[] {
  const programs: { pid: number }[] = Object.values(JSON.parse(readFileSync(join(stateDir, 'processes.json'), 'utf8')));
  const own = new Set(programs.map(({ pid }) => pid));
  const all = allProcesses();
  // Children can be listed before their parents: repeat until no process is added.
  for (let before = -1; before < own.size; ) {
    before = own.size;
    for (const { pid, parent, group } of all) if (own.has(parent) || own.has(group)) own.add(pid);
  }
  return all.filter(({ pid }) => own.has(pid));
}

/**
 * Memory of the whole cloud, with shared pages counted once (proc(5), Pss): fifty Node processes map the same 100 MB of program.
 */
export function memoryBytes(): number {
  return cloudProcesses().reduce((sum, { pid }) => sum + proportionalBytes(pid), 0);
}

function proportionalBytes(pid: number): number {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0; // the process has ended
  }
}

/** TCP ports on which the cloud's processes listen, without duplicates (proc(5), net/tcp; `0A` is LISTEN). */
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

/** Empty if the process has ended or closed a file. */
function orNone(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Sends SIGKILL to all processes of these Lambdas. Returns their number. */
export function killLambdas(name: string): number {
  const running = lambdas(name);
  for (const { pid } of running) process.kill(pid, 'SIGKILL');
  return running.length;
}

/** Processes of the Lambdas whose name, which CDK derives from the construct, contains this part. */
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
