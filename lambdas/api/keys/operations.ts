import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { updateKey } from './update-key.ts';

export const KEY_OPERATIONS = [createKey, listKeys, updateKey, rotateKey, revokeKey];
