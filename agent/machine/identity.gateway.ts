import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';
import { type EnrolledIdentity, Identity, type KeyPairs, type PrivateJwk } from './identity.schema.ts';

const FILE = 'identity.json';

export async function readIdentity(dir: string): Promise<Identity | undefined> {
  const text = await readBounded(join(dir, FILE), FILE_LIMITS.identity).catch(ignoreMissing);
  return text === undefined ? undefined : Identity.parse(JSON.parse(text));
}

/** Throws with the remedy when the folder holds no enrolled machine. */
export async function readEnrolled(dir: string): Promise<EnrolledIdentity> {
  const identity = await readIdentity(dir);
  const enrollment = identity?.enrollment;
  if (!identity || !enrollment) throw new Error(`${dir} holds no enrolled machine: run enroll first`);
  return { ...identity, enrollment };
}

export async function writeIdentity(dir: string, identity: Identity): Promise<void> {
  await writeFileAtomically(join(dir, FILE), `${JSON.stringify(identity, null, 2)}\n`);
}

/** Two new P-256 key pairs, because a key never both signs and decrypts. */
export async function newIdentity(): Promise<KeyPairs> {
  return { signing_jwk: await newKey('ES256'), encryption_jwk: await newKey('ECDH-ES+A256KW') };
}

async function newKey(alg: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(alg, { crv: 'P-256', extractable: true });
  const { kty, crv, x, y, d } = await exportJWK(privateKey);
  return Identity.shape.signing_jwk.parse({ kty, crv, x, y, d });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
