import { writeClients } from '../../../client/generator/write-clients.ts';

/** Tests compile programs against the types of the client. */
export default async function setup(): Promise<void> {
  await writeClients();
}
