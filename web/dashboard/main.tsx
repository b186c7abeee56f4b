import '../tokens.css';
import '../page.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/pages.css';
import './styles/forms.css';
import { askEarly, countsAskedEarly } from './api/early.ts';
import { areFew, stepsCode } from './overview/first-steps-code.ts';
import { applyTheme, chosenTheme } from './shell/theme.ts';

// A few kilobytes: what the page shows is asked for while its code is on its way. The page has a link to the code, too.
applyTheme(chosenTheme());
askEarly(location.pathname);
void run();

/** In two tasks, so that the browser can react to a touch between them. */
async function run(): Promise<void> {
  const { show } = await import('./app.tsx');
  setTimeout(show);
}

/** What an account without domains shows is read with the code of the page, and not after it. */
async function readFirstSteps(): Promise<void> {
  const byActor = await countsAskedEarly();
  if (byActor && areFew(byActor)) await stepsCode.load();
}
// Whoever shows it reads it too, and says what failed.
readFirstSteps().catch(() => undefined);
