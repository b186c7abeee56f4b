/** The agent's address, and the default address of this machine's web server. */
export const LOOPBACK = '127.0.0.1';
