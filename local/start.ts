import { join } from 'node:path';
import { Command } from 'commander';
import { startCloud } from './cloud.ts';
import type { Connection } from './connection.ts';
import { EXAMPLE_HOST } from './example-host/page.ts';
import { columns } from './machine/layout.ts';
import { newHostname } from './machine/new-hostname.ts';
import { readPorts, START_PORTS } from './machine/ports.ts';
import { shortenedTimes } from './machine/shortened-times.ts';
import { type StateDir, startFolder, stateDir } from './machine/state-dir.ts';
import { stopRequest } from './machine/stop-request.ts';
import { MANUAL_PATH } from './processes/front-door.ts';
import { redeployOnChange } from './redeploy.ts';
import { START_TIMINGS, START_WEBHOOKS } from './stage.ts';
import OPTIONS from './start-options.json' with { type: 'json' };

/** Next steps after a start, as lines to copy into another shell. `hostname`: an unregistered one. */
function nextSteps(connection: Connection, hostname: string, state: StateDir): string {
  const {
    base_url,
    api_key_id,
    api_key,
    server_id,
    cname_target,
    edge_https_port,
    ca_root_file,
    site_url,
    portal_url,
    dashboard_url,
  } = connection;
  const created = join(state.root, 'created.json');
  const logs = state.logs;
  const keys = `-H 'x-api-key-id: ${api_key_id}' -H 'x-api-key: ${api_key}'`;
  return `
The local cloud is up. In another shell:

  # the address and the key for programs of yours and for cps, as CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY
  . ${state.environment}

  # create a domain
  curl -s ${base_url}/domains ${keys} \\
    -H 'content-type: application/json' -d '{"url": "${hostname}", "server_id": ${server_id}}' | tee ${created}; echo

  # set its DNS, as your customer would
  npm run dns -- set ${hostname} CNAME ${cname_target}

  # look at it, again until it says "ssl_status":"active": a few seconds
  curl -s ${base_url}/domains/$(node -p "JSON.parse(fs.readFileSync('${created}')).id") ${keys}; echo

  # open it
  curl --cacert ${ca_root_file} --resolve ${hostname}:${edge_https_port}:127.0.0.1 https://${hostname}:${edge_https_port}/; echo

  # or watch all of that; with -- --renewal its first renewal, too
  npm run demo

  # and, in a third shell, its events as your own server would get them (docs/guides/webhooks.md)
  npm run webhook-listen

  # or a webhook for a receiver of your own at 127.0.0.1:8800, with its secret in WEBHOOK_SECRET (docs/receivers/README.md)
  eval "$(npm run --silent register-webhook)"

  # your customer's page: type the domain there, or make a link for it (docs/guides/portal.md)
  ${portal_url}

  # the dashboard: sign in as the owner of the organization (docs/guides/dashboard.md)
  ${dashboard_url}   ${connection.dashboard_email}   ${connection.dashboard_password}

  # the mail that the service sends, a file for each, the newest last (docs/operate/people.md#mail)
  ls ${connection.mails_folder}

  # your own page with the widget in it, as its customer sees it (docs/guides/widget.md)
  ${site_url}${EXAMPLE_HOST}/

  # the documentation, with a search
  ${site_url}${MANUAL_PATH}

  # a second server, for the move of a domain to it (docs/servers/second-server.md)
  npm run second-server

Times are shorter here than on AWS, so that you need not wait (docs/guides/local-machine.md):
${timesTable()}

Logs are in ${logs}. Ctrl-C ends it and keeps its state; \`npm start -- --reset\` forgets it.
`;
}

function timesTable(): string {
  const times = shortenedTimes({ timings: START_TIMINGS, webhooks: START_WEBHOOKS });
  const rows = times.map(({ what, here, onAws }) => [`  ${what}`, here, onAws]);
  return columns([['', 'here', 'on AWS'], ...rows]).join('\n');
}

const command = new Command('npm start --').helpOption(false).showHelpAfterError('(--help shows how it is used)');
for (const [flag, description] of Object.entries(OPTIONS)) command.option(flag, description, false);
const { reset, watch } = command.parse().opts<Record<'reset' | 'watch', boolean>>();

const stop = stopRequest();
try {
  const startedAt = Number(process.env.CPS_STARTED_AT ?? Date.now());
  const cloud = await startCloud({
    stateDir: startFolder(),
    ports: readPorts(process.env, START_PORTS),
    range: START_PORTS,
    timings: START_TIMINGS,
    webhooks: START_WEBHOOKS,
    hasDashboard: true,
    reset,
    signal: stop.signal,
  });
  console.log(`Up after ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  console.log(nextSteps(cloud.connection, newHostname(), stateDir(startFolder())));
  const watching = watch && (await redeployOnChange({ deploy: cloud.redeploy, say: console.log, signal: stop.signal }));
  const crash = await Promise.race([cloud.crashed, stop.asked]);
  if (watching) await watching.close();
  console.log(crash ?? 'Ending the local cloud …');
  process.exitCode = crash === undefined ? 0 : 1;
  await cloud.stop();
  if (crash === undefined) console.log('Ended; its state is kept.');
} catch (error) {
  console.error(stop.signal.aborted ? 'Ended before it was up; nothing is left of it.' : `\n${(error as Error).message}`);
  process.exitCode = 1;
}
