import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WIDGET_FILES } from '../../contract/paths.ts';

const BUILD = fileURLToPath(new URL('../../web/widget/build.ts', import.meta.url));

let built: Map<string, string> | undefined;

/**
 * One of WIDGET_FILES. They are built at once, by the program that builds the package: the bytes are those whose hashes it says.
 */
export function widgetFile(name: string): string {
  built ??= buildScripts();
  const text = built.get(name);
  if (text === undefined) throw new Error(`web/widget/build.ts makes no ${name}`);
  return text;
}

function buildScripts(): Map<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'cps-widget-scripts-'));
  try {
    execFileSync(process.execPath, [BUILD, '--scripts', out]);
    return new Map(WIDGET_FILES.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
