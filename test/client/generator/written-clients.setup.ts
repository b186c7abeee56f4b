import { writeClients } from '../../../client/generator/write-clients.ts';

/** Tests compile programs against the client's types. */
export default async function setup(): Promise<void> {
  await writeClients();
}
