import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import type { Machine } from '../api/servers.ts';
import { Action } from '../parts/action.tsx';
import { Copy } from '../parts/copy.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Icon } from '../parts/icons.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';

interface EnrollMachineProps {
  enrollment: Schemas['Enrollment'];
  machines: Machine[];
  close: () => void;
}

/** Shows the enrollment command once. It is done when a new machine appears. */
export function EnrollMachine({ enrollment, machines, close }: EnrollMachineProps) {
  const [before] = useState(() => new Set(machines.map(({ id }) => id)));
  const arrived = machines.find(({ id }) => !before.has(id));
  const command = `CPS_AGENT_TOKEN=${enrollment.token} cps-agent enroll --site ${location.origin} --name "$(hostname)" --dir /var/lib/cps-agent`;
  return (
    <section className="name-check" aria-label="Enrollment">
      <h3>Run this on the machine that terminates TLS</h3>
      <Code text={command} label="Command to enroll" />
      <Copy text={command} what="Command" />
      <p role="status">
        {arrived ? (
          <span className="verdict good">
            <Icon name="good" />
            <span>
              <SafeText text={arrived.name} /> is enrolled.
            </span>
          </span>
        ) : (
          <span className="verdict wait">
            <Icon name="wait" /> Waiting for the machine.
          </span>
        )}
      </p>
      {!arrived && (
        <p className="small">
          The token works once, for <Countdown to={enrollment.expires_at} /> more. It is shown only now.
        </p>
      )}
      <Action onPress={close}>Close</Action>
    </section>
  );
}
