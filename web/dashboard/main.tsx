import '../tokens.css';
import '../page.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/pages.css';
import './styles/forms.css';
import { earlyCounts, requestEarly } from './api/early.ts';
import { hasFewDomains, stepsCode } from './overview/first-steps-code.ts';
import { applyTheme, chosenTheme } from './shell/theme.ts';

// A few kilobytes that request the page's data while its code, which the page preloads, is still loading.
applyTheme(chosenTheme());
requestEarly(location.pathname);
void run();

/** In two tasks, so that the browser can react to input between them. */
async function run(): Promise<void> {
  const { show } = await import('./app.tsx');
  setTimeout(show);
}

/** Loads what an account without domains needs together with the page's code, not after it. */
async function readFirstSteps(): Promise<void> {
  const byActor = await earlyCounts();
  if (byActor && hasFewDomains(byActor)) await stepsCode.load();
}
// The component loads it again and reports the error.
readFirstSteps().catch(() => undefined);
