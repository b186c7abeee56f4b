import { awsServerStore } from '../model/servers/aws-server.store.ts';
import type { PresentCertificate } from '../model/servers/certificate.schema.ts';
import { openPrivateKey, releaseWrite } from '../model/servers/private-keys/private-key.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';
import { openWakes } from './wakes.wiring.ts';

/** The ports of the functions that work in integrators' AWS accounts. */
export function openAwsServers<R extends Rows>(rows: R) {
  const { table, newId } = rows;
  return lazily(
    {
      awsServers: () => awsServerStore(table),
      /** Records the release of the private key, then decrypts it; undefined if it can never be decrypted. */
      releasePrivateKey: () => async (certificate: PresentCertificate, now: Date) => {
        await table.transact([releaseWrite(table, certificate, { id: newId('aud') }, now)]);
        return openPrivateKey(certificate, rows);
      },
    },
    openWakes(rows),
  );
}
export type AwsServers = ReturnType<typeof openAwsServers<Rows>>;
