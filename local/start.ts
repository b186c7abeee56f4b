import { Command } from 'commander';
import { startCloud } from './cloud.ts';
import { newHostname } from './machine/new-hostname.ts';
import { readPorts, START_PORTS } from './machine/ports.ts';
import { startFolder, stateDir } from './machine/state-dir.ts';
import { stopRequest } from './machine/stop-request.ts';
import { nextSteps } from './next-steps.ts';
import { redeployOnChange } from './redeploy.ts';
import { START_TIMINGS, START_WEBHOOKS } from './stage.ts';
import OPTIONS from './start-options.json' with { type: 'json' };

const command = new Command('npm start --').helpOption(false).showHelpAfterError('(--help shows how it is used)');
for (const [flag, description] of Object.entries(OPTIONS)) command.option(flag, description, false);
const { reset, watch } = command.parse().opts<Record<'reset' | 'watch', boolean>>();

const stop = stopRequest();
try {
  const startedAt = Date.now();
  const cloud = await startCloud({
    stateDir: startFolder(),
    ports: readPorts(process.env, START_PORTS),
    range: START_PORTS,
    timings: START_TIMINGS,
    webhooks: START_WEBHOOKS,
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
