import { fetchServed } from '../../local/served-certificate.ts';
import { connection } from './cloud.ts';

/** The answer and certificate for a client that trusts the local CA. */
export const served = (hostname: string) => fetchServed(hostname, connection.edge_https_port, connection.ca_root_file);
