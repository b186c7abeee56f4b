import { checkConformance, type Result } from './conformance.ts';
import { probe } from './probe.ts';
import { readArguments } from './read-arguments.ts';

const HELP = `cps-check-proxy <address of the proxy> <hostname> --cookie <cookie>
                --foreign <hostname> --foreign-cookie <cookie>

Checks whether a proxy for <cps-domain> keeps its twelve rules. Exits with 1 if it breaks one or one could not be tried, and with 2 if it was
called in another way than this.

  <address>          where it is mounted, as http://localhost:3000/domain-proxy
  <hostname>         a domain of the customer whose session is used
  --cookie <value>   of a signed-in session: 'session=…'
  --header <h: v>    another header of a session; may be repeated
  --foreign <name>   a domain of another customer, whom the first must not see
  --foreign-cookie <value>, --foreign-header <h: v>
                     of a session of that other customer: only where it sees its domain can two rules be tried
  --help             this
`;

const said = readArguments(process.argv.slice(2));
if ('problem' in said) {
  console.error(`${said.problem}\n\n${HELP}`);
  process.exitCode = 2;
} else if ('help' in said) {
  console.log(HELP);
} else {
  const results = await checkConformance(probe(said.target), tell);
  const kept = results.filter(({ complaint }) => complaint === undefined).length;
  const untried = results.filter(({ isUntried }) => isUntried).length;
  console.log(`\n${kept} of ${results.length} rules are kept${untried > 0 ? `, ${untried} could not be tried` : ''}.`);
  process.exitCode = kept === results.length ? 0 : 1;
}

function tell({ rule: { name, says }, complaint, isUntried }: Result): void {
  const mark = isUntried ? 'NOT TRIED' : 'BROKEN   ';
  console.log(complaint === undefined ? `ok        ${name}` : `${mark} ${name}: ${says} ${complaint}`);
}
