import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The oldest supported Node. Debian 13 has it. */
export const OLDEST_NODE = 20;

/** Fails early with a clear message on an older Node. CommonJS packages inside still call `require` for Node's own modules. */
const START = `#!/usr/bin/env node
import { createRequire as requireFor } from 'node:module';
if (Number(process.versions.node.split('.')[0]) < ${OLDEST_NODE}) {
  console.error('cps-agent needs Node ${OLDEST_NODE} or later, and this is ' + process.version);
  process.exit(1);
}
const require = requireFor(import.meta.url);`;

/** The agent and its imports as one ES module that needs only Node. Not minified, because people read it on their own servers. */
export async function bundleAgent(): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['agent/main.ts'],
    bundle: true,
    platform: 'node',
    target: `node${OLDEST_NODE}`,
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: START },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return `${outputFiles[0]?.text}/*\n${licences(metafile)}*/\n`;
}

/** Licence texts of the bundled packages, which must accompany them. */
function licences({ inputs }: Metafile): string {
  const packages = new Set(Object.keys(inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  return [...packages].sort().map(licenceOf).join('\n');
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8'));
  const file = readdirSync(`${ROOT}${folder}`).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  // Some packages only name their licence. The Apache License's text is the same for all, and it is this project's own.
  const path = file === undefined && license === 'Apache-2.0' ? 'LICENSE' : file && `${folder}/${file}`;
  if (path === undefined) throw new Error(`${name} has no licence to pass on`);
  return `== ${name} ${version}\n${readFileSync(`${ROOT}${path}`, 'utf8').replaceAll('*/', '* /')}`;
}
