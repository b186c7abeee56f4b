import type { QueryType } from '../../shared/net/resolve.ts';
import type { LookBudget } from './look-budget.ts';
import { agree, type NameAtZone, type ServerView, serverView } from './name-at-zone.ts';
import { isUsable, type ServerAnswer, type ZoneServer } from './server-answer.ts';
import { answerOf, askServer, findZone, inTurn, type WalkPorts, type Zone } from './zone-walk.gateway.ts';

/** Zones have two to four servers as a rule; more are not asked. */
const MOST_SERVERS = 4;
/** Where these say the same, and there is a CNAME, the others are not asked. */
const ASKED_FIRST = 2;
const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/**
 * What the servers of its own zone have for a name: its CNAME, and addresses instead of it or beside it. A name that has a CNAME has
 * nothing else, and its server answers with the CNAME whatever type is asked for (RFC 1034, section 4.3.2): so one server is asked for
 * A and another for AAAA, and only one that has addresses, or fails, is asked for the CNAME by itself. What one of the two leaves open, the
 * other is asked.
 */
export async function lookAtName(ports: WalkPorts, name: string, budget: LookBudget): Promise<NameAtZone> {
  const found = await findZone(ports, name, budget);
  const { zone, servers } = found;
  const nameServers = servers.map((server) => server.name);
  if (found.stuck.length > 0) return { name, zone, nameServers, views: found.stuck.map((answer) => serverView([answer])) };
  const [first = [], others = []] = inTwoGroups(found);
  const typesOf = (place: number): QueryType[] => (first.length === 1 ? [...ADDRESS_TYPES] : [place === 0 ? 'A' : 'AAAA']);
  const look = (server: ZoneServer, types: readonly QueryType[]) =>
    lookAtServer(ports, server, name, types, budget, found.arrivedAt);
  const asked = await Promise.all(first.map((server, place) => look(server, typesOf(place))));
  const open = ADDRESS_TYPES.filter(
    (type) => !asked.some(({ answers }) => answers.some((said) => said.type === type && isUsable(said))),
  );
  const answering = open.length > 0 ? asked.findIndex(isUsable) : -1;
  const views = await Promise.all(
    asked.map(async (view, place) => {
      const server = first[place];
      return place === answering && server ? together(view, await look(server, open)) : view;
    }),
  );
  const isSettled = views.every((view) => view.cname !== undefined && view.addresses.length === 0 && sameAs(views, view));
  const rest = isSettled ? [] : await Promise.all(others.map((server) => look(server, ['CNAME'])));
  return { name, zone, nameServers, views: [...views, ...rest] };
}

function together(view: ServerView, { answers }: ServerView): ServerView {
  return serverView(nonEmpty([...view.answers, ...answers]));
}

function sameAs([first]: readonly ServerView[], view: ServerView): boolean {
  return first !== undefined && agree(first, view);
}

/** Whoever has answered on the way comes first. */
function inTwoGroups({ servers, arrivedAt }: Zone): [ZoneServer[], ZoneServer[]] {
  const others = inTurn(servers.filter((server) => server !== arrivedAt?.server));
  const all = [...(arrivedAt ? [arrivedAt.server] : []), ...others].slice(0, MOST_SERVERS);
  return [all.slice(0, ASKED_FIRST), all.slice(ASKED_FIRST)];
}

async function lookAtServer(
  { ask }: WalkPorts,
  server: ZoneServer,
  name: string,
  types: readonly QueryType[],
  budget: LookBudget,
  arrivedAt: Zone['arrivedAt'],
): Promise<ServerView> {
  const answerTo = async (type: QueryType): Promise<ServerAnswer> => {
    if (arrivedAt?.server === server && arrivedAt.answer.type === type) return arrivedAt.answer;
    const { label, result } = await askServer(ask, server, { name, type }, budget);
    return answerOf(label, { name, type }, result);
  };
  const answers = await Promise.all(types.map(answerTo));
  const isPlain = answers.every((answer) => answer.type === 'CNAME' || !needsCname(answer));
  return serverView(nonEmpty(isPlain ? answers : [...answers, await answerTo('CNAME')]));
}

function needsCname(answer: ServerAnswer): boolean {
  const hasCname = answer.records.some(({ type }) => type === 'CNAME');
  return answer.said === 'servfail' || (isUsable(answer) && answer.records.length > 0 && !hasCname);
}

function nonEmpty(answers: readonly ServerAnswer[]): [ServerAnswer, ...ServerAnswer[]] {
  const [first, ...others] = answers;
  if (!first) throw new Error('a server is asked at least one question');
  return [first, ...others];
}
