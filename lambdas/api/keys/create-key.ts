import { MAX_KEYS } from '../../../contract/api/limits.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { keyCreatedAudit, type NewKey, newApiKey } from '../../model/accounts/key-changes.ts';
import { toQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { quotaExceeded } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { refuseFormerSecret, rejectRevokedCaller, TRIES } from './change-key.ts';
import { EXAMPLE_KEY, EXAMPLE_SECRET } from './key-example.ts';
import {
  allowedAddressesOfNewKey,
  allowedServersOfNewKey,
  expiryOfNewKey,
  requireOwnMode,
  requirePermissions,
} from './key-privileges.ts';
import { CreateKeyRequest } from './key-requests.schema.ts';
import { KeyWithSecret } from './key-resource.schema.ts';
import { keyResource } from './key-resource.ts';

type CreationPorts = Pick<Rows, 'accounts' | 'callers' | 'serviceSecret' | 'base62' | 'newId'>;

export const createKey = defineOperation({
  id: 'createKey',
  clientMethod: 'api_keys.create',
  tag: 'API keys',
  reach: 'none',
  repeatsFor: 'caller',
  audit: { action: 'api_key.created', facts: ['after'] },
  summary: 'Create an API key',
  description:
    'The secret is in this answer only. A key never gets a permission that its maker lacks (403), nor the other mode (422), and a key that ends, or is restricted to addresses or servers, makes none that lasts longer or is less restricted. An organization has at most 100 keys.',
  needsFreshSignIn: true,
  body: { schema: CreateKeyRequest, example: () => ({ name: EXAMPLE_KEY.name, permissions: EXAMPLE_KEY.permissions }) },
  answer: {
    status: 201,
    description: 'The new key, with its secret.',
    schema: KeyWithSecret,
    example: () => ({ ...EXAMPLE_KEY, secret: EXAMPLE_SECRET }),
  },
  errors: ['quota_exceeded'],
  conflict: ERROR_MESSAGES.conflict.formerSecret,
  prepare:
    (ports: CreationPorts & Pick<Rows, 'pause'>) =>
    async ({ request, caller, body }) => {
      const { accounts } = ports;
      refuseFormerSecret(caller);
      requireOwnMode(caller, body.mode);
      requirePermissions(caller, body.permissions);
      const expiresAt = expiryOfNewKey(body.expires_at, caller, request.now);
      const allowedAddresses = allowedAddressesOfNewKey(body.allowed_addresses, caller);
      const allowedServers = allowedServersOfNewKey(body.allowed_server_ids, caller);
      const { organizationId } = caller;
      const readUse = () => accounts.countKeys(organizationId);
      const [use, { requestsPerMinute }] = await Promise.all([readUse(), accounts.getLimits(organizationId)]);
      const { name, permissions } = body;
      const most = { permissions, expiresAt, allowedAddresses, allowedServers };
      const wanted = { organizationId, name, ...most, requestsPerMinute };
      return (call) => decideAndWrite(use, readUse, (used) => create(wanted, used, call, ports), ports.pause, TRIES);
    },
});

const WORDS = 'API keys';

async function create(wanted: NewKey, used: number, call: Call, ports: CreationPorts): Promise<HttpResponse> {
  if (used >= MAX_KEYS) throw quotaExceeded('api_keys', MAX_KEYS, used, WORDS);
  const { key, secret } = newApiKey(wanted, call.now, ports);
  const response = { status: 201, json: { ...keyResource(key, call.now), secret } };
  const audit = auditEntry(call, ports.newId('aud'), keyCreatedAudit(key));
  const alongside = [...(await call.answerWrites(response)), ports.callers.stillAllowed(call.caller)];
  const room = { counted: used, limit: MAX_KEYS };
  try {
    await rejectRevokedCaller(call.caller, ports.accounts.createKey(key, audit, room, alongside));
  } catch (error) {
    throw toQuotaExceeded(error, wanted.organizationId, 'api_keys', MAX_KEYS, WORDS);
  }
  return response;
}
