import { parseArgs } from 'node:util';
import { checkConformance } from './conformance.ts';
import { probe } from './probe.ts';

const HELP = `check-proxy <address of the proxy> <hostname> --foreign <hostname> --cookie <cookie>

Checks whether a proxy for <cps-domain> keeps its twelve rules. Exits with 1 if it breaks one.

  <address>          where it is mounted, as http://localhost:3000/domain-proxy
  <hostname>         a domain of the customer whose session is used
  --foreign <name>   a domain of another customer, who must not see it
  --cookie <value>   of a signed-in session: 'session=…'
  --header <h: v>    another header of a session; may be repeated
  --help             this
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    foreign: { type: 'string' },
    cookie: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean' },
  },
});
const [proxy, hostname] = positionals;
if (values.help || proxy === undefined || hostname === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const named = values.header.map((header): [string, string] => {
  const [name = '', ...value] = header.split(':');
  return [name, value.join(':').trim()];
});
const headers = { ...Object.fromEntries(named), ...(values.cookie !== undefined && { cookie: values.cookie }) };
const results = await checkConformance(probe({ proxy, hostname, foreign: values.foreign, headers }));
for (const { rule, complaint } of results) {
  console.log(complaint === undefined ? `ok      ${rule.name}` : `BROKEN  ${rule.name}: ${rule.says} ${complaint}`);
}
const broken = results.filter(({ complaint }) => complaint !== undefined).length;
console.log(`\n${results.length - broken} of ${results.length} rules are kept.`);
process.exitCode = broken === 0 ? 0 : 1;
