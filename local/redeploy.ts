import { watchedSources } from './deploy.ts';
import { PROJECT } from './machine/environment.ts';
import { watchSources } from './watch-sources.ts';

/** What a redeployment is told by and tells to. */
export interface Redeployment {
  deploy: () => Promise<'deployed' | 'unchanged'>;
  say: (line: string) => void;
  signal: AbortSignal;
}

const MOST_NAMES = 3;

/** For `npm start -- --watch`: deploys again whenever what is deployed has changed, and goes on after a failure. */
export async function redeployOnChange({ deploy, say, signal }: Redeployment): Promise<{ close(): Promise<void> }> {
  const watching = await watchSources({
    folder: PROJECT,
    sources: watchedSources,
    onChange: (files) => redeploy(files, { deploy, say, signal }),
    onFailure: (error) => say(`Not everything is watched (${error.message}): start again to deploy what is not seen to change.`),
  });
  say(`Deploying again whenever something changes in ${watchedSources.join(', ')}.`);
  return watching;
}

export async function redeploy(files: string[], { deploy, say, signal }: Redeployment): Promise<void> {
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : '';
  say(`\nChanged: ${files.slice(0, MOST_NAMES).join(', ')}${more}. Deploying …`);
  const startedAt = performance.now();
  try {
    const result = await deploy();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(result === 'deployed' ? `Deployed after ${seconds} s.` : 'Nothing to deploy: what runs is made from the same sources.');
  } catch (error) {
    // Ctrl-C ends a deployment, too.
    if (signal.aborted) return;
    say(`Not deployed: ${(error as Error).message}\nThe cloud stays up as it is; the next change is deployed.`);
  }
}
