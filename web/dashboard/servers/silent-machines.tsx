import type { Machine } from '../api/servers.ts';
import { Copy } from '../parts/copy.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';

const COMMAND = 'journalctl -u cps-agent -n 50';

/** Log lines of an agent that cannot continue (agent/poll), with their remedies. */
const LINES = [
  ['the service does not answer', 'The machine does not reach this site: look at its network, DNS and firewall.'],
  ['the service refuses this machine', 'It was revoked, or its clock is off by more than a minute.'],
  ['failed, and will be tried again', 'The reason stands behind it.'],
] as const;

export function SilentMachines({ machines }: { machines: Machine[] }) {
  return (
    <section className="note" aria-label="Silent machines">
      <h3>
        Nothing heard for more than 5 minutes from <SafeText text={machines.map(({ name }) => name).join(', ')} most={2048} />
      </h3>
      <p>Its web server goes on with what it has. On the machine, run this and look for one of these lines:</p>
      <Code text={COMMAND} label="Command to read the log" />
      <Copy text={COMMAND} what="Command" />
      <dl className="facts">
        {LINES.map(([line, meaning]) => (
          <div key={line}>
            <dt>
              <code>{line}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        <div>
          <dt>none of them</dt>
          <dd>
            The agent does not run: <code>systemctl status cps-agent</code>.
          </dd>
        </div>
      </dl>
    </section>
  );
}
