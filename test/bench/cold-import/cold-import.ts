import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { REFERENCE_CODE } from '../../../lib/api/reference-site.ts';
import { coldStartBytes, writeCode } from '../../../lib/functions/bundle.ts';
import { PORTAL_CODE } from '../../../lib/portal/portal.ts';
import { awsVariables, NODE, PROJECT } from '../../../local/machine/environment.ts';
import { settings, signIn } from '../../lambdas/settings.ts';

/** Lambdas that read asset files at import. */
const WITH_FILES_BESIDE = [REFERENCE_CODE, PORTAL_CODE];

export interface Bundle {
  file: string;
  bytes: number;
}

export function bundleOf(entry: string, folder: string): Bundle & { metafile: Metafile } {
  const metafile = writeCode(entry, folder, WITH_FILES_BESIDE.find((code) => code.entry === entry)?.compressedFiles);
  const bytes = coldStartBytes(metafile);
  return { file: join(folder, 'index.mjs'), bytes, metafile };
}

/**
 * A bundle with only the SDK clients and commands of another bundle. It creates the clients and reads the service's secret if
 * possible, because each entry point does so at import.
 */
export function sdkOnlyBundle(metafile: Metafile, folder: string): Bundle {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.flatMap(([file, { bytesInOutput }]) => {
    const [, client, name] = /@aws-sdk\/(client-[a-z-]+)\/dist-es\/(?:commands\/)?(\w+(?:Client|Command))\.js$/.exec(file) ?? [];
    return client && name && bytesInOutput > 0 ? [{ client: `@aws-sdk/${client}`, name }] : [];
  });
  const names = used.map(({ name }) => name);
  const secret = names.includes('GetSecretValueCommand')
    ? `await new SecretsManagerClient(SDK_LIMITS).send(new GetSecretValueCommand({ SecretId: 'secret' }));`
    : '';
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'sdk-only.mjs');
  const source = [
    `import { SDK_LIMITS } from '${join(PROJECT, 'lambdas/shared/aws/sdk-limits.ts')}';`,
    ...used.map(({ client, name }) => `import { ${name} } from '${client}';`),
    ...names.filter((name) => name.endsWith('Client')).map((name) => `new ${name}(SDK_LIMITS);`),
    secret,
    `export const handler = [${names.join(', ')}];`,
  ];
  writeFileSync(entry, source.join('\n'));
  return bundleOf(entry, folder);
}

/** Replaces Secrets Manager, so that imports wait for loopback only. Answers every request with a secret. */
export async function secretOnLoopback(): Promise<{ server: Server; environment: NodeJS.ProcessEnv }> {
  const body = JSON.stringify({ SecretString: JSON.stringify({ 1: 'x'.repeat(64) }) });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const variables = Object.values(ENVIRONMENT).map((name) => [name, 'arn:aws:service:us-east-1:000000000000:name']);
  return {
    server,
    environment: {
      ...Object.fromEntries(variables),
      ...awsVariables(`http://127.0.0.1:${port}`),
      [ENVIRONMENT.settings]: JSON.stringify(settings),
      [ENVIRONMENT.signIn]: JSON.stringify(signIn),
      // A Lambda has no such files.
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
  };
}

const MEASURE = `
const startedAt = performance.now();
await import(process.argv[1]);
console.log(performance.now() - startedAt);
process.exit();
`;

/** Import time in a new process in milliseconds, without the start of the process. */
export async function importMs({ file }: Bundle, environment: NodeJS.ProcessEnv): Promise<number> {
  const { stdout } = await promisify(execFile)(NODE, ['--input-type=module', '--eval', MEASURE, file], { env: environment });
  return Number(stdout);
}
