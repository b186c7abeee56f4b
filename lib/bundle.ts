import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type Metafile } from 'esbuild';

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Parts of the AWS SDK that a Lambda does not need, and what stands in for them. */
const SUBSTITUTES = {
  '@aws-sdk/credential-provider-node': fileURLToPath(import.meta.resolve('./lambda-credentials.ts')),
  '@aws-sdk/endpoint-cache': fileURLToPath(import.meta.resolve('./no-endpoint-cache.ts')),
};
/** Imported by the SDK at the first call that streams events: no call here does. 20 kB. */
const NEVER_IMPORTED = ['@smithy/core/event-streams'];

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
const REQUIRE_BANNER = `import{createRequire}from'node:module';const require=createRequire(import.meta.url);`;

/**
 * Writes one entry point (`lambdas/dns/check-dns.lambda.ts`) and all it imports, the AWS SDK too, as `index.mjs`: the
 * same SDK version that was tested, and a faster cold start than the runtime's own copy.
 */
export function bundle(entry: string, outputDirectory: string): Metafile {
  const { metafile } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [entry],
    outfile: join(outputDirectory, 'index.mjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages' ES modules can be shaken; what `platform: node` prefers (`main`) cannot.
    mainFields: ['module', 'main'],
    alias: SUBSTITUTES,
    external: NEVER_IMPORTED,
    // Else every character of the public suffix list beyond ASCII takes six.
    charset: 'utf8',
    banner: { js: REQUIRE_BANNER },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** A Lambda's code, bundled in this process when its stack is synthesized for deployment: CDK skips the others. */
export function bundledCode(entry: string): Code {
  return Code.fromAsset(PROJECT_ROOT, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('never-used'),
      // CDK caches by these properties, and cannot see into `local`: without it all functions would get the first one's code.
      command: [entry],
      local: {
        tryBundle(outputDirectory) {
          bundle(entry, outputDirectory);
          return true;
        },
      },
    },
  });
}
