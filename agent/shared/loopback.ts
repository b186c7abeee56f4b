/** Where the agent listens, and where a web server is looked for on this machine unless it listens elsewhere. */
export const LOOPBACK = '127.0.0.1';
