import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns files that a program of web/ writes into the folder given as its last argument. It runs once, when the first file is
 * requested, in a separate process: lib/ imports nothing of web/.
 */
export function builtFiles(program: string, names: readonly string[], ...options: string[]): (name: string) => string {
  let built: Map<string, string> | undefined;
  return (name) => {
    built ??= build([join(PROJECT_ROOT, program), ...options], names);
    const text = built.get(name);
    if (text === undefined) throw new Error(`${program} makes no ${name}`);
    return text;
  };
}

function build(command: readonly string[], names: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cps-built-'));
  try {
    execFileSync(process.execPath, [...command, folder]);
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
