import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { type Api, clockNote } from '../api/connect.ts';
import { type Context, defineCommand } from '../command/command.ts';
import { Interrupted, usageFailure } from '../terminal/failure.ts';
import { toSafeText } from '../terminal/text.ts';
import { type DeliveryOutcome, deliver } from './deliver.ts';
import { followEvents, lastEventId } from './event-log.ts';
import { eventSubject } from './event-subject.ts';
import { watchKeys } from './keys.ts';
import { type LoggedEvent, listenerSecretOf } from './sign.ts';

/** Columns for the longest event name. */
const NAME_WIDTH = 27;
const ABOUT_WIDTH = 34;

export const listen = defineCommand({
  name: 'listen',
  says: 'posts your events to a receiver on this machine, signed as a webhook signs them',
  about:
    'It reads the event log, so it needs no webhook, no public address and no tunnel, and sees only what happens from now on. After\n' +
    'a lost network it goes on where it was. Each event is posted once, whatever the receiver answers: r posts the last one again,\n' +
    'Enter reads the log at once. Two of them have nothing to do with each other: each posts every event. It signs with a secret that\n' +
    'follows from your key, or with that in the variable CPS_WEBHOOK_SECRET.',
  access: 'person',
  parameters: {
    forward: { kind: 'text', isRequired: true, says: 'where the receiver is', value: 'url' },
    events: { kind: 'texts', says: 'only these events; may be repeated', value: 'event', known: EVENT_NAMES },
    after: { kind: 'text', says: 'begin after this event, as evt_…, rather than now', value: 'id' },
    secret: { kind: 'text', says: 'as CPS_WEBHOOK_SECRET, but other programs of the machine can see it', value: 'secret' },
  },
  examples: [
    'cps listen --forward http://localhost:3000/webhooks',
    'cps listen --forward http://localhost:3000/webhooks --test --events certificate.issued',
    'cps listen --forward http://localhost:3000/webhooks --json | jq .status',
  ],
  async run(context, { forward, events, after, secret: own }) {
    const target = readTarget(forward);
    const api = await context.connect(undefined, { maxRetries: 0 });
    const { terminal, signal, machine } = context;
    const secret = chooseSecret(own, api, context);
    let last: LoggedEvent | undefined;
    const keys = watchKeys(machine, () => {
      if (last) void post(last, true);
      else terminal.note('There is no event yet that could be posted again.');
    });
    /** Returns whether it was posted: Ctrl-C aborts a pending post. */
    const post = async (event: LoggedEvent, isAgain: boolean): Promise<boolean> => {
      const delivered = await deliver(event, target, secret, machine);
      if (delivered) tell(event, delivered, isAgain, context);
      return delivered !== undefined;
    };
    /** Undefined until an event after --after was handled. */
    let doneUpTo: string | undefined;
    try {
      if (after === undefined) doneUpTo = await lastEventId(api);
      // Not earlier: everything that happens from now on is posted.
      announce(forward, secret, api, context);
      for await (const event of followEvents(api, context, { after: after ?? doneUpTo, nextHurry: keys.nextHurry })) {
        if (signal.aborted) break;
        if (isWanted(event, events)) {
          if (!(await post(event, false))) break;
          last = event;
        }
        doneUpTo = event.id;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      keys.close();
      tellPlace(doneUpTo, context);
    }
    throw new Interrupted();
  },
});

function chooseSecret(own: string | undefined, { apiKey }: Api, { terminal, machine }: Context): string {
  if (own) terminal.note('Warning: other programs of this machine can see --secret. Set CPS_WEBHOOK_SECRET instead.');
  return own || machine.env.CPS_WEBHOOK_SECRET || listenerSecretOf(apiKey);
}

function readTarget(forward: string): URL {
  const target = URL.canParse(forward) ? new URL(forward) : undefined;
  if (target?.protocol === 'http:' || target?.protocol === 'https:') return target;
  throw usageFailure(`--forward ${forward} is no web address.`, 'Write it whole: --forward http://localhost:3000/webhooks');
}

function isWanted({ event }: LoggedEvent, names: readonly string[]): boolean {
  return names.length === 0 || names.includes(event);
}

function announce(forward: string, secret: string, api: Api, { terminal, machine }: Context): void {
  const note = clockNote(api);
  if (note) terminal.note(note);
  const keys = machine.stdin.isTTY ? 'r posts the last event again, Enter reads the log at once, Ctrl-C ends.' : 'Ctrl-C ends.';
  terminal.note(`Events of ${api.mode} mode go to ${toSafeText(forward)}. ${keys}`);
  const isOfEnvironment = secret === machine.env.CPS_WEBHOOK_SECRET;
  terminal.note(isOfEnvironment ? 'Signed with the secret in CPS_WEBHOOK_SECRET.' : `Signed with the secret: ${secret}`);
}

function tellPlace(eventId: string | undefined, { terminal }: Context): void {
  if (eventId !== undefined) terminal.note(`To go on here later, add: --after ${toSafeText(eventId)}`);
}

function tell(event: LoggedEvent, delivered: DeliveryOutcome, isAgain: boolean, { terminal, machine }: Context): void {
  if (terminal.isJson) {
    terminal.printJson({
      id: event.id,
      event: event.event,
      created_at: event.created_at,
      ...delivered,
      ...(isAgain && { again: true }),
    });
    return;
  }
  const isTaken = 'status' in delivered && delivered.status >= 200 && delivered.status < 300;
  const answer = 'status' in delivered ? String(delivered.status) : delivered.error;
  const cells = [
    terminal.style('dim', new Date(machine.now()).toISOString().slice('YYYY-MM-DDT'.length, -'.000Z'.length)),
    terminal.style('bold', toSafeText(event.event).padEnd(NAME_WIDTH)),
    toSafeText(eventSubject(event.data)).padEnd(ABOUT_WIDTH),
    terminal.style(isTaken ? 'green' : 'yellow', `→ ${answer}`),
    ...(isAgain ? ['(again)'] : []),
  ];
  terminal.print(cells.join('  '));
}
