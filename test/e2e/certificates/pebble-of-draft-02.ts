import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPebble, DEADLOCK_PATCH, type Patches } from '../../../local/machine/pebble.ts';
import { GO_PINS } from '../../../local/machine/pins.ts';
import { install, installGo } from '../../../local/machine/tools.ts';

/** Changes of draft 02 of dns-persist-01 against 01: names in the challenge and the directory, and the hash of the account. */
const DRAFT_02: Patches = {
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

/** Pebble patched to draft 02, which no CA implements yet. Returns the program, built once per version of Pebble and patches. */
export async function installPebbleOfDraft02(): Promise<string> {
  const pins = await readFile(join(GO_PINS, 'go.sum'), 'utf8');
  const patches = [DEADLOCK_PATCH, DRAFT_02];
  const version = createHash('sha256').update(pins).update(JSON.stringify(patches)).digest('hex').slice(0, 12);
  const folder = await install(`pebble-of-draft-02-${version}`, async (destination) => {
    const scratch = await mkdtemp(join(tmpdir(), 'pebble-of-draft-02-'));
    try {
      const go = await installGo({ logs: scratch, signal: undefined });
      const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' };
      await buildPebble(patches, { go, env, scratch, destination, log: join(scratch, 'build.log') });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
  return join(folder, 'pebble');
}
