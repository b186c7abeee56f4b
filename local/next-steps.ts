import type { Connection } from './connection.ts';

const EXAMPLE = 'shop.customer.test';

/** What to do with a cloud that has just started, as lines to copy into another shell. */
export function nextSteps(connection: Connection): string {
  const { base_url, api_key_id, api_key, server_id, cname_target, edge_https_port, ca_root_file } = connection;
  const keys = `-H 'x-api-key-id: ${api_key_id}' -H 'x-api-key: ${api_key}'`;
  return `
The local cloud is up. In another shell:

  # create a domain (and note its id)
  curl -s ${base_url}/domains ${keys} \\
    -H 'content-type: application/json' -d '{"url": "${EXAMPLE}", "server_id": ${server_id}}'

  # set its DNS, as your customer would
  npm run dns -- set ${EXAMPLE} CNAME ${cname_target}

  # look at it: a few seconds later it is active
  curl -s ${base_url}/domains/ID ${keys}

  # open it
  curl --cacert ${ca_root_file} --resolve ${EXAMPLE}:${edge_https_port}:127.0.0.1 https://${EXAMPLE}:${edge_https_port}/

  # or watch all of that
  npm run demo

Ctrl-C ends it and keeps its state; \`npm start -- --reset\` forgets it.
`;
}
