import { runScripts } from '../../local/run-scripts.ts';
import manifest from '../../package.json' with { type: 'json' };

// Proofs that take longer than a test may, or need what a run of the e2e tests has left behind: the scripts of package.json that
// begin so.
const PREFIX = 'prove:';

await runScripts(Object.keys(manifest.scripts).filter((script) => script.startsWith(PREFIX)));
