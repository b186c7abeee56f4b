import { type EnrolledIdentity, type HostMarks, isOfAnotherHost } from '../machine/identity.schema.ts';
import type { LastRun } from '../machine/last-run.gateway.ts';
import type { EdgeService, ServiceContact } from '../service/edge.gateway.ts';
import { type ChallengeRoutePorts, checkChallengeRoute } from './challenge-route-check.ts';
import { CHECKS, type CheckName, type Finding, ok, skip, toFailed, type Verdict } from './finding.ts';
import { checkClock, checkEnrollment, checkService } from './service-check.ts';

export interface DoctorPorts extends ChallengeRoutePorts {
  checkUser: () => Promise<Verdict>;
  checkFolder: () => Promise<Verdict>;
  checkReload: (command: string) => Promise<Verdict>;
  /** Throws with the remedy. */
  readEnrolled: () => Promise<EnrolledIdentity>;
  readHostMarks: () => Promise<HostMarks>;
  readLastRun: () => Promise<LastRun | undefined>;
  contactService: (site: string) => Promise<ServiceContact>;
  edge: (identity: EnrolledIdentity) => Pick<EdgeService, 'report'>;
  nowMs: () => number;
}

/** Where challenges arrive, and for which hostnames. */
export interface ChallengeRoute {
  httpPort: number;
  /** Address of this machine's web server. */
  address: string;
  hostname: string;
}

/** Reports everything that is wrong at once. Checks that depend on a failed one are skipped. */
export async function diagnose(way: ChallengeRoute, ports: DoctorPorts): Promise<Finding[]> {
  const user = await ports.checkUser();
  const verdicts: Partial<Record<CheckName, Verdict>> = { user };
  verdicts.folder = user.status === 'ok' ? await ports.checkFolder() : skip("only the agent's own user can tell");
  const identity = await ports
    .readEnrolled()
    .catch((error: Error) => toFailed(error.message, 'cps-agent enroll (see cps-agent enroll --help)'));
  if ('status' in identity) verdicts.enrollment = identity;
  else Object.assign(verdicts, await lookAtService(identity, ports));
  const lastRun = await ports.readLastRun();
  verdicts.agent = await lookAtAgent(lastRun, ports);
  if (lastRun && !('status' in identity) && verdicts.agent.status === 'ok') {
    const { machine_id: machineId } = identity.enrollment;
    verdicts['port-80'] = await checkChallengeRoute(
      { port: way.httpPort, address: way.address, hostname: way.hostname, agentPort: lastRun.port, machineId },
      ports,
    );
  }
  verdicts.reload = await lookAtReload(lastRun, user, ports);
  return CHECKS.map((check) => ({ check, ...(verdicts[check] ?? skip('cannot be told before the others are mended')) }));
}

/** Two machines with one identity: the service sees one, and a revocation affects both. */
const FOREIGN = toFailed(
  'the keys in this folder were made on another machine: they came with an image or a backup',
  'cps-agent enroll again, which gives this machine its own; keep the folder out of images',
);

async function lookAtService(identity: EnrolledIdentity, ports: DoctorPorts): Promise<Partial<Record<CheckName, Verdict>>> {
  const { site } = identity.enrollment;
  const contact = await ports.contactService(site);
  return {
    service: checkService(site, contact),
    clock: checkClock(contact, ports.nowMs()),
    enrollment: isOfAnotherHost(identity, await ports.readHostMarks()) ? FOREIGN : await checkEnrollment(ports.edge(identity)),
  };
}

async function lookAtAgent(lastRun: LastRun | undefined, { get }: DoctorPorts): Promise<Verdict> {
  const remedy = 'systemctl enable --now cps-agent, and see journalctl -u cps-agent';
  if (!lastRun) return toFailed('the agent has not run with this folder', remedy);
  try {
    const { status } = await get(lastRun.port, '/health', `127.0.0.1:${lastRun.port}`);
    if (status === 200) return ok(`it answers at port ${lastRun.port}`);
    return toFailed(`something else answers at port ${lastRun.port}`, `give the agent another --port; ${remedy}`);
  } catch {
    return toFailed(`it does not answer at port ${lastRun.port}`, remedy);
  }
}

async function lookAtReload(lastRun: LastRun | undefined, user: Verdict, ports: DoctorPorts): Promise<Verdict> {
  if (!lastRun) return skip('the agent has not run with this folder');
  if (lastRun.reload === undefined) return skip('the agent runs without --reload');
  // It would also be unsafe: root would run a command that another user wrote into its folder.
  if (user.status !== 'ok') return skip("only the agent's own user can tell");
  return ports.checkReload(lastRun.reload);
}
