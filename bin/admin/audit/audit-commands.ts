import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { withMaskedUrl } from '../../../lambdas/model/webhooks/webhook-url.ts';
import { AUDIT_KEPT_DAYS, type AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { changesSince } from '../../../lambdas/shared/audit/audit.store.ts';
import type { SignedDay } from '../../../lambdas/shared/audit/seal.schema.ts';
import { systemClock as clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import { instant } from '../arguments.ts';
import type { Session } from '../connect.ts';
import { readPublicKey } from '../public-key.gateway.ts';
import { verifyAudit } from './verify-audit.ts';

const oldestKept = (now: Date) => new Date(now.getTime() - AUDIT_KEPT_DAYS * 86_400_000);

export function addAuditCommands(program: Command, session: Session): void {
  const group = program
    .command('audit')
    .description('who changed what in an organization, and the proof of it (docs/operate/audit.md)');

  group
    .command('list', { isDefault: true })
    .description(`prints who changed what in an organization, oldest first; it is kept for ${AUDIT_KEPT_DAYS} days`)
    .requiredOption('--organization <id>', 'the organization')
    .option('--since <time>', 'ISO 8601, for example 2026-11-21T10:00:00Z; all that is kept if absent', instant)
    .action(async ({ organization, since }) => {
      const { table } = await session.connect();
      const now = clock();
      const changes: unknown[] = [];
      for await (const entry of changesSince(table, organization, since ?? oldestKept(now), now)) changes.push(changeRow(entry));
      session.print({ changes });
    });

  group
    .command('public-key')
    .description('prints the public half of the key that signs the audit, as PEM: keep it apart from the deployment')
    .action(async () => console.log(publicKeyPem(await signingKeyOf(await session.connect()))));

  addVerify(group, session);
}

const AFTER_VERIFY = `
Names each entry, seal and signed day that is not as it was written, and then ends with 1. It reads all seals of an organization,
and the entries of the time asked about: one request to the table for each megabyte. What each finding means: docs/operate/audit.md.`;

function addVerify(group: Command, session: Session): void {
  group
    .command('verify')
    .description('checks that no entry was changed, removed, inserted or put in the place of another')
    .option('--organization <id>', 'one organization; all of them if absent')
    .option('--from <time>', 'entries of this time or later; ISO 8601; all that are kept if absent', instant)
    .option('--to <time>', 'entries of this time or earlier', instant)
    .option('--public-key <file>', 'the key to check signatures with, as PEM; the one that KMS has now if absent')
    .addHelpText('after', AFTER_VERIFY)
    .action(async ({ organization, from, to, publicKey }) => {
      const deployment = await session.connect();
      const now = clock();
      const ports = {
        table: deployment.table,
        signed: await readSignedDays(deployment),
        publicKeyPem: publicKey === undefined ? publicKeyPem(await signingKeyOf(deployment)) : readFileSync(publicKey, 'utf8'),
        now,
        onProgress: (organizationId: string, entries: number) => console.error(`${organizationId}: ${entries} entries read`),
      };
      const window = { since: from ?? oldestKept(now), until: to ?? now };
      const result = await verifyAudit(organization, window, ports);
      session.print({ ...result });
      if (result.findings.length > 0) throw new Error(`the audit is not as it was written (findings: ${result.findings.length})`);
    });
}

type Deployment = Awaited<ReturnType<Session['connect']>>;

/** S3's client is loaded on demand, because it would delay every command by a third of a second. */
async function readSignedDays({ auditDaysBucket, isLocal }: Deployment): Promise<SignedDay[]> {
  const [{ S3Client }, { signedDays }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('../../../lambdas/shared/audit/signed-days.gateway.ts'),
  ]);
  // The local cloud supports only path-style bucket addresses.
  return signedDays(new S3Client({ forcePathStyle: isLocal }), auditDaysBucket).all();
}

function signingKeyOf({ auditKeyId }: Deployment): Promise<Uint8Array> {
  return readPublicKey(auditKeyId);
}

function publicKeyPem(der: Uint8Array): string {
  return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    .export({ format: 'pem', type: 'spki' })
    .toString();
}

/** Old entries contain unmasked addresses. */
function maskFacts(facts: Record<string, unknown>, { type }: AuditEntry['resource']) {
  return type === 'webhook' ? withMaskedUrl(facts) : facts;
}

function actorRow(actor: AuditEntry['actor']): Record<string, string> {
  switch (actor.type) {
    case 'api_key':
      return {
        type: actor.type,
        key_id: actor.keyId,
        request_id: actor.requestId,
        source_ip: actor.sourceIp,
        user_agent: actor.userAgent,
      };
    case 'user':
      return {
        type: actor.type,
        user_id: actor.userId,
        request_id: actor.requestId,
        source_ip: actor.sourceIp,
        user_agent: actor.userAgent,
      };
    case 'machine':
      return { type: actor.type, machine_id: actor.machineId };
    case 'administrator':
    case 'service':
      return { type: actor.type };
  }
}

function changeRow({ id, at, testClockAt, action, resource, actor, before, after }: AuditEntry) {
  return {
    id,
    at,
    ...(testClockAt !== undefined && { test_clock_at: testClockAt }),
    action,
    resource,
    actor: actorRow(actor),
    ...(before && { before: maskFacts(before, resource) }),
    ...(after && { after: maskFacts(after, resource) }),
  };
}
