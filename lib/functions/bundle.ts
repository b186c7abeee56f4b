import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type Metafile } from 'esbuild';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Parts of the AWS SDK that a Lambda does not need, and their substitutes. */
const SUBSTITUTES = {
  '@aws-sdk/credential-provider-node': fileURLToPath(import.meta.resolve('./lambda-credentials.ts')),
  '@aws-sdk/endpoint-cache': fileURLToPath(import.meta.resolve('./no-endpoint-cache.ts')),
  '@aws/lambda-invoke-store': fileURLToPath(import.meta.resolve('./no-invoke-store.ts')),
  '@smithy/core/checksum': fileURLToPath(import.meta.resolve('./sdk-hashes.ts')),
};
/** The SDK imports it at the first call that streams events. No call here does. 20 kB. */
const NEVER_IMPORTED = ['@smithy/core/event-streams'];

/** S3's client has more checksums and imports the event streams before any call, so its bundle gets the SDK's own parts. */
const USES_S3 = new Set(['lambdas/audit-chain/sign-days.lambda.ts']);
const { '@smithy/core/checksum': _, ...SUBSTITUTES_BESIDE_S3 } = SUBSTITUTES;

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
export const REQUIRE_BANNER = `import{createRequire}from'node:module';const require=createRequire(import.meta.url);`;

/**
 * Bundles an entry point (`lambdas/steps/dns/check-dns.lambda.ts`) and its imports, including the AWS SDK, as `index.mjs`. The
 * bundled SDK is the version that was tested, and starts faster than the runtime's copy. Modules loaded with `import()` become
 * separate files, read by the first call that needs them.
 */
export function bundle(entry: string, outputDirectory: string): Metafile {
  const { metafile } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { index: entry },
    outdir: outputDirectory,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // ES modules can be tree-shaken. `platform: node` would prefer `main`, which cannot.
    mainFields: ['module', 'main'],
    alias: USES_S3.has(entry) ? SUBSTITUTES_BESIDE_S3 : SUBSTITUTES,
    external: USES_S3.has(entry) ? [] : NEVER_IMPORTED,
    banner: { js: REQUIRE_BANNER },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

export function browserScript(entry: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Bytes that a cold start reads: `index.mjs` and its static imports. */
export function coldStartBytes({ outputs }: Metafile): number {
  const index = Object.keys(outputs).find((file) => file.endsWith('index.mjs'));
  const read = new Set<string>();
  const follow = (file: string | undefined) => {
    if (file === undefined || read.has(file) || !outputs[file]) return;
    read.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') follow(path);
  };
  follow(index);
  return [...read].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

/** By target name: the path of a file here, or a function that returns the text. */
export type CompressedFiles = Record<string, string | (() => string)>;

/** Writes a Lambda's code: its bundle and the compressed files. */
export function writeCode(entry: string, outputDirectory: string, compressedFiles: CompressedFiles = {}): Metafile {
  const metafile = bundle(entry, outputDirectory);
  compressInto(outputDirectory, compressedFiles);
  return metafile;
}

/** Like `writeCode`, but reuses what another deployment of the same sources wrote into the folder. */
export function writeCodeCached(folder: string, entry: string, outputDirectory: string, compressedFiles: CompressedFiles): void {
  const kept = join(folder, entry.replaceAll('/', '_'));
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    // Written under a unique name and then renamed: nobody sees half a bundle, and concurrent deployments do not collide.
    const own = mkdtempSync(`${kept}-`);
    writeCode(entry, own, compressedFiles);
    if (existsSync(kept)) rmSync(own, { recursive: true });
    else renameSync(own, kept);
  }
  cpSync(kept, outputDirectory, { recursive: true });
}

/** A Lambda's code, bundled only when its stack is synthesized for deployment. */
export function bundledCode(entry: string, compressedFiles: CompressedFiles = {}, keptBundles?: string): Code {
  const write = (outputDirectory: string) => {
    if (keptBundles) writeCodeCached(keptBundles, entry, outputDirectory, compressedFiles);
    else writeCode(entry, outputDirectory, compressedFiles);
  };
  return Code.fromAsset(PROJECT_ROOT, generatedAsset(entry, write));
}

/** An asset that this process writes when its stack is synthesized for deployment. CDK skips the others. */
export function generatedAsset(source: string, write: (outputDirectory: string) => void) {
  return {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('never-used'),
      // CDK caches assets by these properties and cannot see into `local`. Without this, every asset would get the first one's
      // files.
      command: [source],
      local: {
        tryBundle(outputDirectory: string) {
          write(outputDirectory);
          return true;
        },
      },
    },
  };
}

function compressInto(outputDirectory: string, files: CompressedFiles): void {
  for (const [name, file] of Object.entries(files)) {
    const content = typeof file === 'string' ? readFileSync(resolve(PROJECT_ROOT, file)) : file();
    writeFileSync(join(outputDirectory, name), gzipSync(content, { level: 9 }));
  }
}
