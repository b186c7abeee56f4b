import '../tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/pages.css';
import './styles/forms.css';
import { askEarly } from './api/early.ts';
import { applyTheme, chosenTheme } from './shell/theme.ts';

// A few kilobytes: what the page shows is asked for while its code is on its way. The page has a link to the code, too.
applyTheme(chosenTheme());
askEarly(location.pathname);
void import('./app.tsx');
