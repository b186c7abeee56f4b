import { createClient } from '../../client/typescript/create-client.ts';
import { verifyWebhook } from '../../client/typescript/verify-webhook.ts';
import type { Connection } from '../../local/connection.ts';
import { machineAt } from '../e2e/machine-at.ts';
import type { Received } from '../e2e/receiver.ts';
import type { operator } from './operator.ts';

type Admin = ReturnType<typeof operator>['admin'];

/** Credentials that are valid at the restore's target time, and revoked after it. */
export async function oldRights(connection: Connection, hooksUrl: string, admin: Admin) {
  const { site_url: siteUrl, organization_id: organization, server_id: server, portal_url: portal } = connection;
  const api = createClient({ siteUrl, apiKeyId: connection.api_key_id, apiKey: connection.api_key });
  const where = ['--organization', organization, '--server', String(server)];
  const { data: webhook } = await api.POST('/api/webhooks', { body: { url: hooksUrl, events: ['*'] } });
  const key = await admin('create-key', '--organization', organization, '--name', 'leaked');
  const newToken = async () => String((await admin('create-enrollment', ...where)).enrollment_token);
  const machine = await machineAt(siteUrl, await newToken());
  const token = await newToken();
  let secret = webhook.secret;

  return {
    /** How often each still gives access. */
    async uses() {
      const headers = { 'x-api-key-id': String(key.api_key_id), 'x-api-key': String(key.api_key) };
      const polled = await machine.service.certificates(undefined);
      return {
        keyCalls: await answered(`${siteUrl}/api/organization`, headers),
        privateKeys: polled.kind === 'answered' ? polled.body.changes.filter(({ state }) => state === 'present').length : 0,
        portalVisits: await answered(portal),
      };
    },

    /** How many machines it can enroll. */
    useToken: () =>
      machineAt(siteUrl, token).then(
        () => 1,
        () => 0,
      ),

    async end(): Promise<void> {
      await admin('revoke-key', '--key', String(key.api_key_id));
      await admin('revoke-machine', ...where, '--machine', machine.identity.enrollment.machine_id);
      await admin('rotate-portal-token', '--organization', organization);
      const params = { path: { id: webhook.id } };
      const { data } = await api.POST('/api/webhooks/{id}/rotate-secret', { params, body: { overlap_hours: 0 } });
      secret = data.secret;
    },

    /** Verifies with the webhook's present secret. */
    isSigned({ body, headers }: Pick<Received, 'body' | 'headers'>): boolean {
      try {
        verifyWebhook(body, headers, secret, { toleranceSeconds: 86_400 });
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function answered(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers });
  await response.body?.cancel();
  return Number(response.ok);
}
