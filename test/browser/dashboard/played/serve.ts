import { fillAccount } from './played-account.ts';
import { playDashboard } from './played-dashboard.ts';

// The dashboard of an account with a domain of each kind, or, with `empty`, without domains, for Lighthouse: `node …/serve.ts
// [empty]`.

const dashboard = await playDashboard();
fillAccount(dashboard, process.argv[2] === 'empty' ? [] : undefined);
console.log(`${dashboard.site}/dashboard/`);
