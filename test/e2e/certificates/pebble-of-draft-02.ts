import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GO_PINS } from '../../../local/machine/pins.ts';
import { runCommand } from '../../../local/machine/run-command.ts';
import { install, installGo } from '../../../local/machine/tools.ts';

const MODULE = 'github.com/letsencrypt/pebble/v2';

/** What draft 02 of dns-persist-01 changes against 01: names in the challenge and the directory, and the hash of the account. */
const PATCHES: Record<string, [string, string][]> = {
  'acme/common.go': [['json:"issuer-domain-names,omitempty"', 'json:"issuerDomainNames,omitempty"']],
  'wfe/wfe.go': [
    ['chal.AccountURI = wfe.relativeEndpoint(request, fmt.Sprintf("%s%s", acctPath, authz.Order.AccountID))', ''],
    [
      '"caaIdentities":           wfe.caaIdentities,',
      `"caaIdentities": wfe.caaIdentities, "issuerDomainNames": wfe.caaIdentities,
		"accountHashPrefix": wfe.relativeEndpoint(request, "/account-hash/"),`,
    ],
  ],
  'va/va.go': [
    ['"crypto/sha256"', '"crypto"\n\t"crypto/sha256"'],
    ['if params.accountURI != task.AccountURL {', 'if !isHashOfAccount(params.accountURI, task) {'],
    [
      'func (va VAImpl) validateDNSPersist01(',
      `func isHashOfAccount(uri string, task *vaTask) bool {
	thumbprint, err := task.Account.Key.Thumbprint(crypto.SHA256)
	if err != nil {
		return false
	}
	key := base64.RawURLEncoding.EncodeToString(thumbprint)
	for _, name := range []string{task.Identifier.Value, "*"} {
		digest := sha256.Sum256([]byte(string([]byte{byte(len(name))}) + name + key + task.AccountURL))
		if strings.HasSuffix(uri, "/account-hash/sha-256/"+base64.RawURLEncoding.EncodeToString(digest[:])) {
			return true
		}
	}
	return false
}

func (va VAImpl) validateDNSPersist01(`,
    ],
  ],
};

/** Pebble with the text of draft 02, which no CA has yet. Returns the program, built once for each version of both. */
export async function installPebbleOfDraft02(): Promise<string> {
  const pins = await readFile(join(GO_PINS, 'go.sum'), 'utf8');
  const version = createHash('sha256').update(pins).update(JSON.stringify(PATCHES)).digest('hex').slice(0, 12);
  const folder = await install(`pebble-of-draft-02-${version}`, build);
  return join(folder, 'pebble');
}

async function build(destination: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'pebble-of-draft-02-'));
  try {
    const command = await installGo({ logs: scratch, signal: undefined });
    const { stdout } = await promisify(execFile)(command, ['mod', 'download', '-json', MODULE], { cwd: GO_PINS });
    const patched = join(scratch, 'pebble');
    await cp((JSON.parse(stdout) as { Dir: string }).Dir, patched, { recursive: true });
    for (const [name, changes] of Object.entries(PATCHES)) await patch(join(patched, name), changes);
    const pins = await readFile(join(GO_PINS, 'go.mod'), 'utf8');
    await writeFile(join(scratch, 'go.mod'), `${pins}\nreplace ${MODULE} => ./pebble\n`);
    await cp(join(GO_PINS, 'go.sum'), join(scratch, 'go.sum'));
    const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' };
    const args = ['build', '-o', join(destination, 'pebble'), `${MODULE}/cmd/pebble`];
    await runCommand('go build', { command, args, cwd: scratch, env, log: join(scratch, 'build.log') });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function patch(file: string, changes: [string, string][]): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [before, after] of changes) {
    if (text.split(before).length !== 2) throw new Error(`${file} has not once: ${before}`);
    text = text.replace(before, () => after);
  }
  await rm(file); // files of the module cache are for reading only
  await writeFile(file, text);
}
