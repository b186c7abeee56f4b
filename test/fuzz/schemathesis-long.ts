import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runningConnection } from '../../local/connection.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { installSchemathesis, runSchemathesis, unlimitedKey } from './schemathesis.ts';

// `npm run prove -- api-long`: Schemathesis without a time limit, on the cloud of `npm start`, with another seed each time.
// Options of `schemathesis run` may follow: `npm run prove -- api-long --max-examples 200 --seed 7`.

async function admin(...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT });
  return JSON.parse(stdout);
}

const { site_url } = runningConnection();
await installSchemathesis();
const own = process.argv.slice(2);
const options = own.length > 0 ? own : ['--max-examples', '100'];
await runSchemathesis({ siteUrl: site_url, key: await unlimitedKey(admin), options });
console.log('Schemathesis found nothing; its report is .local/fuzz/schemathesis.log');
