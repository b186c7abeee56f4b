/** The paths that agents call, below the site's address. */
export const EDGE_PATHS = {
  machines: '/edge/v1/machines',
  keys: '/edge/v1/keys',
  certificates: '/edge/v1/certificates',
  reports: '/edge/v1/reports',
  /** A token follows. Not signed: the CA's validators are sent here too, through the agent's proxy. */
  challenges: '/edge/v1/challenges',
} as const;

/** Names the hostname whose challenge is asked for, where the agent's proxy hides the Host header. */
export const CHALLENGE_HOSTNAME_HEADER = 'x-cps-hostname';
