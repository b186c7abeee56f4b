import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Stack } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { bundle, PROJECT_ROOT, REQUIRE_BANNER } from '../../../lib/functions/bundle.ts';
import { ServiceFunction } from '../../../lib/functions/service-function.ts';

/** The code of a release, with all its imports. */
export interface CodeOfRelease {
  /** The files of each function, by its logical id. */
  functions: Record<string, Files>;
  /** `readers.ts`: how this release reads stored data. */
  readers: Files;
}
type Files = Record<string, string>;

// 11 MB compress to 0.6 MB: most of each function is the same SDK.
const file = new URL('code.json.br', import.meta.url);
const READERS = 'test/stack/last-release/readers.ts';

export function codeOfLastRelease(): CodeOfRelease {
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString());
}

/** Writes the code of each function as deployed. */
export function keepCode(service: Stack): void {
  const functions = service.node.findAll().filter((construct) => construct instanceof ServiceFunction);
  const code: CodeOfRelease = {
    functions: Object.fromEntries(
      functions.map(({ lambda, entry }) => [service.getLogicalId(lambda.node.defaultChild as CfnFunction), bundled(entry)]),
    ),
    readers: bundled(READERS),
  };
  writeFileSync(file, brotliCompressSync(JSON.stringify(code)));
}

const simulatedFile = new URL('simulated.mjs.br', import.meta.url);
const SIMULATED = 'test/simulation/releases/release.ts';

/**
 * Writes the bundle with which the simulation plays the release. Class names are kept: the doubles of AWS recognize requests by
 * them.
 */
export function keepSimulated(): void {
  const { outputFiles } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [SIMULATED],
    write: false,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_BANNER },
    logLevel: 'warning',
  });
  for (const { contents } of outputFiles) writeFileSync(simulatedFile, brotliCompressSync(contents));
}

function bundled(entry: string): Files {
  const folder = mkdtempSync(join(tmpdir(), 'code-'));
  try {
    bundle(entry, folder);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
