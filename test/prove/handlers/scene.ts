import { KMSClient } from '@aws-sdk/client-kms';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity } from '../../../agent/machine/identity.schema.ts';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { composeKey, hashSecret, type KeyPair } from '../../../lambdas/model/accounts/api-key.ts';
import { modeOf } from '../../../lambdas/model/accounts/tenant.ts';
import { type SealingKey, seal } from '../../../lambdas/shared/secrets/kms.gateway.ts';
import { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { domainContext, webhookContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { awsClientSettings } from '../../../local/machine/environment.ts';
import type { Recorded } from '../../stack/last-release/recorded.ts';
import { SECRET } from './surroundings.ts';

export type Row = Record<string, unknown>;
/** The fields that matter here. */
export interface DomainRow extends Row {
  phase: string;
  execution: { attempt: number; lastCheck?: { at: string } };
  listed: { id: number; organizationId: string; serverId: number; url: string };
}

interface Owned {
  organizationId: string;
  id: number;
}

type OwnedServer = Row & Owned & { type?: unknown };

/** The recorded rows of a release, with credentials. */
export interface Scene {
  rows: Row[];
  domains: DomainRow[];
  servers: OwnedServer[];
  webhooks: Owned[];
  /** Rows for the relay. */
  outbox: Row[];
  pairs: Map<string, KeyPair>;
  /** The identity of a machine of the server with a recorded certificate. */
  identity: EnrolledIdentity;
}

/**
 * The records have one row per shape: related rows are derived from other rows with their own ids. Secrets of API keys and
 * machines, and sealed data, cannot be recorded: they are created here, sealed with the run's own key.
 */
export async function sceneOf({ rows, underWay }: Recorded, emulator: string, kmsKeyId: string): Promise<Scene> {
  const kms = new KMSClient(awsClientSettings(emulator));
  const sealing: SealingKey = { keyId: kmsKeyId, kms: () => kms };
  const one = (kind: string, isFit: (row: Row) => boolean = () => true): Row => {
    const first = (rows[kind] ?? []).find(isFit);
    if (!first) throw new Error(`no row of the kind ${kind} was recorded that is fit`);
    return first;
  };
  const domains = (rows.domain ?? []) as DomainRow[];
  const receivers = (underWay.delivery ?? []).map((message) => {
    const { organizationId, webhookId: id } = message as { organizationId: string; webhookId: number };
    return { ...one('webhook'), organizationId, id, ...keys.webhook(organizationId, id) };
  });
  const webhooks = await Promise.all(
    [...receivers, ...(rows.webhook ?? [])].map(async (row) => {
      const { organizationId, id } = row as Row & Owned;
      return { ...(await sealedAnew(row, () => seal(sealing, 'whsec', webhookContext(organizationId, id)))), organizationId, id };
    }),
  );
  const installing = domains.filter(({ phase }) => phase === 'installing');
  const installed = installing.map(({ execution, listed: { id: domainId, organizationId, serverId, url: hostname } }) => ({
    ...one('certificate', isPresent),
    organizationId,
    serverId,
    hostname,
    domainId,
    attempt: execution.attempt,
    ...keys.certificate(organizationId, serverId, hostname),
  }));
  const certificates = await Promise.all(
    [...(rows.certificate ?? []), ...installed].map(async (row) => {
      const { organizationId, serverId, domainId } = row as { organizationId: string; serverId: number; domainId: number };
      const own = await sealedAnew(row, () => seal(sealing, 'KEY', domainContext(organizationId, domainId)));
      return { ...own, organizationId, serverId };
    }),
  );
  const wanted = [...domains.map(({ listed }) => listed), ...certificates].map(({ organizationId, serverId: id }) => ({
    organizationId,
    id,
    ...keys.server(organizationId, id),
  }));
  const agent = one('server', ({ type }) => type === 'agent');
  const servers = distinct([...wanted.map((ids) => ({ ...agent, ...ids })), ...(rows.server ?? [])]) as OwnedServer[];

  const announced = certificates.find((row: Row) => isPresent(row) && row.changedAt !== undefined);
  if (!announced) throw new Error('no certificate was recorded that agents were told of');
  const { organizationId, serverId } = announced;
  // The certificate's entry in its server's change list: the recorded row of this shape may belong to another server.
  const { changedAt, hostname } = announced as Row as { changedAt: string; hostname: string };
  const change = { ...keys.change(organizationId, serverId, changedAt, hostname), changedAt, hostname };
  const identity = await identityAt(organizationId, serverId);
  const pairs = new Map([...servers, ...webhooks].map(({ organizationId: id }, at) => [id, pairOf(id, at)]));
  const apiKeys = [...pairs].map(([id, { keyId, secret }]) => ({
    ...{ ...one('apiKey'), ...keys.apiKey(keyId), keyId, secretSha256: hashSecret(secret), organizationId: id },
    permissions: [...PERMISSIONS],
  }));
  const home = servers.find((server) => server.organizationId === organizationId && server.id === serverId);
  const machine = machineOf(identity);
  const enrolled = [
    { ...home, machineCount: 1 },
    { ...keys.machine(organizationId, serverId, machine.id), ...machine, label: home?.label },
  ];
  const outbox = [...(rows.outbox ?? []), ...(rows.outboxCopy ?? [])].map(asWritten);
  const entries = outbox.map((row) => ({ ...row, ...keys.outbox(String(row.id)) }));
  const all = [
    ...Object.values(rows).flat(),
    ...servers,
    ...enrolled,
    change,
    ...webhooks,
    ...certificates,
    ...apiKeys,
    ...entries,
  ];
  return { rows: distinct(all), domains, servers, webhooks: distinct(webhooks), outbox, pairs, identity };
}

/** A stored certificate, not the row that announces its removal to a server. */
function isPresent({ state }: Row): boolean {
  return state === 'present';
}

/** A row with all its sealed data, including the secret before a rotation, sealed with a key of this run. */
async function sealedAnew<Kept extends Row>(row: Kept, sealed: () => Promise<Sealed>): Promise<Kept> {
  const fields = Object.entries(row).map(async ([name, value]) => [name, await anew(value, sealed)]);
  return Object.fromEntries(await Promise.all(fields)) as Kept;
}

async function anew(value: unknown, sealed: () => Promise<Sealed>): Promise<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Sealed.safeParse(value).success ? sealed() : sealedAnew(value as Row, sealed);
}

/** An outbox entry before the relay has processed it. */
function asWritten({ number: _, recipients: __, ...entry }: Row): Row {
  return entry;
}

/** The last row of each key. */
function distinct<Kept extends Row>(rows: readonly Kept[]): Kept[] {
  return [...new Map(rows.map((row) => [`${row.pk}|${row.sk}`, row])).values()];
}

function pairOf(organizationId: string, at: number): KeyPair {
  const part = String(at).padStart(2, '0');
  return composeKey(modeOf(organizationId), part.repeat(11), `${part.repeat(21)}0`, ServiceSecret.fromJson(SECRET));
}

async function identityAt(organizationId: string, serverId: number): Promise<EnrolledIdentity> {
  const enrollment = {
    ...{ site: 'https://service.example', machine_id: 'mch_1', organization_id: organizationId, server_id: serverId },
  };
  return { ...(await newIdentity()), host: {}, enrollment };
}

function machineOf({ enrollment, signing_jwk, encryption_jwk }: EnrolledIdentity) {
  const publicPart = ({ kty, crv, x, y }: EnrolledIdentity['signing_jwk']) => ({ kty, crv, x, y });
  return {
    ...{ id: enrollment.machine_id, name: 'web 1', enrolledAt: new Date().toISOString() },
    ...{ signingJwk: publicPart(signing_jwk), encryptionJwk: publicPart(encryption_jwk) },
  };
}
