import { caaOfAnyAccount } from './first-organization.ts';
import type { Ports } from './machine/ports.ts';
import type { StateDir } from './machine/state-dir.ts';
import type { Tools } from './machine/tools.ts';
import { dnsControl } from './name-servers/control.ts';
import { untilServed } from './name-servers/generation.ts';
import { dnsServerProcess } from './name-servers/process.ts';
import { mirrorZone } from './name-servers/zone-mirror.ts';
import { agent } from './processes/agent.ts';
import { type Component, component, type Surroundings } from './processes/component.ts';
import { exampleHost } from './processes/example-host.ts';
import { frontDoor } from './processes/front-door.ts';
import { mailSink } from './processes/mail-sink.ts';
import { ministack } from './processes/ministack.ts';
import { pebble } from './processes/pebble.ts';
import { signIn } from './processes/sign-in.ts';
import { reloadCommand, webServer } from './processes/web-server.ts';
import { BASE_TARGET } from './stage.ts';

/** Programs of a local cloud in start order. They end in reverse order. Not every cloud has the second CA. */
export const COMPONENT_NAMES = [
  'ministack',
  'dns',
  'pebble',
  'second-pebble',
  'sign-in',
  'mail-sink',
  'front-door',
  'web-server',
  'agent',
  'example-host',
] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

export interface Components {
  get(name: ComponentName): Component;
  /** Makes the local DNS serve this Route 53 zone until the cloud ends. */
  mirrorZone(hostedZoneId: string): void;
  stopAll(): Promise<void>;
}

export interface Plan {
  tools: Tools;
  state: StateDir;
  ports: Ports;
  /** Folders of the built dashboard and manual. */
  dashboard: string;
  manual: string;
  readApiId: () => Promise<string>;
  records: boolean;
}

export function planComponents(plan: Plan, surroundings: Surroundings): Components {
  const { tools, state, ports, records } = plan;
  const control = dnsControl({
    folder: state.dns,
    baseTarget: BASE_TARGET,
    listenPort: ports.dnsManagement,
    untilServed: (generation) => untilServed(ports.dns, generation),
  });
  const ended = new AbortController();
  const planned: Record<ComponentName, Component> = {
    ministack: component(ministack(tools.python, state, ports.aws, { records, mailPort: ports.mail }), surroundings),
    dns: component(dnsServerProcess(tools.nameServers, state.dns, ports, control), surroundings),
    pebble: component(
      pebble('pebble', tools.pebble, state, ports, () => control.insist(caaOfAnyAccount(BASE_TARGET))),
      surroundings,
    ),
    'second-pebble': component(pebble('second-pebble', tools.pebble, state, ports), surroundings),
    'sign-in': component(signIn(state, ports), surroundings),
    'mail-sink': component(mailSink(state, ports), surroundings),
    'front-door': component(frontDoor(tools.caddy, state, ports, plan), surroundings),
    'web-server': component(webServer(tools.caddy, state, ports), surroundings),
    agent: component(agent(state, ports, reloadCommand(tools.caddy, state)), surroundings),
    'example-host': component(exampleHost(state, ports), surroundings),
  };
  return {
    get: (name) => planned[name],
    mirrorZone(hostedZoneId) {
      const zone = { awsPort: ports.aws, hostedZoneId, baseTarget: BASE_TARGET, change: control.insist };
      void mirrorZone(zone, ended.signal);
    },
    async stopAll() {
      ended.abort();
      const doors = [planned['example-host'], planned.agent, planned['web-server'], planned['front-door']];
      await Promise.all(doors.map((door) => door.stop()));
      const ground = [
        planned.ministack,
        planned.pebble,
        planned['second-pebble'],
        planned['sign-in'],
        planned['mail-sink'],
        planned.dns,
      ];
      await Promise.all([...ground.map((program) => program.stop()), control.close()]);
    },
  };
}
