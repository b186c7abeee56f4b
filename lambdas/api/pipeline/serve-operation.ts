import { type Operation as Endpoint, OPERATIONS } from '../../../contract/api/operations.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { OrganizationLimits } from '../../model/accounts/account.schema.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Reservation } from '../../model/accounts/domain-places.schema.ts';
import { limitsOf } from '../../model/accounts/organization-limits.ts';
import type { IdempotencyRecord, RepeatableRequest } from '../../model/accounts/requests/idempotency.store.ts';
import type { RateStore } from '../../model/accounts/requests/rate-limit.store.ts';
import {
  NEW_RECEIVERS_HOUR,
  type RateUsage,
  rateHeaders,
  rateLimitExceeded,
  usageOf,
} from '../../model/accounts/requests/rate-limit.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import type { TestClockStore } from '../../model/accounts/test-clock.store.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import { AppError, tooLate } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { type Authenticated, type AuthenticationPorts, authenticate } from './authenticate.ts';
import { requireFreshSignIn, requirePermission, requireReach } from './authorize.ts';
import type { Call, PlannedWork, Work } from './call.ts';
import { IdempotentCall, type RepeatPorts, repeatableRequest } from './idempotency.ts';
import { logRequest, type RequestLogPorts } from './log-request.ts';
import { type Input, inputReader, type Operation, type Prepare } from './operation.ts';

/** How callers authenticate. Default: with a key, below /api. */
export interface Admission {
  authenticate(request: HttpRequest): Promise<Authenticated>;
  pathOf(path: string): string;
}

export interface ApiPorts extends AuthenticationPorts, RepeatPorts, RequestLogPorts {
  rates: RateStore;
  testClock: Pick<TestClockStore, 'now'>;
  settings: Settings;
}

/**
 * The pipeline answers after 25 s (shared/http/serve-http.ts) but cannot stop work in progress: Lambda may freeze it and resume
 * it with a later call. So no work begins in the last second before.
 */
const LATEST_START_MS = 24_000;

/**
 * Builds an operation's routes; its schemas and work are created once. A call is authenticated and counted for its key. It is
 * then counted for its organization while its data is read. Then the pipeline decides whether work begins, runs it and stores the
 * answer. Errors follow the count, in this order: permission, reach, a person's fresh sign-in, Idempotency-Key, the request
 * itself.
 */
export function createOperationRoute<Ports extends ApiPorts>(operation: Operation<Ports>, ports: Ports) {
  const { method, path } = OPERATIONS[operation.id];
  const readInput = inputReader(operation, ports.settings);
  const prepare = operation.prepare(ports);
  return (admission: Partial<Admission> = {}): Route => ({
    method,
    path: admission.pathOf?.(path) ?? path,
    async handle(request) {
      const admitted = await (admission.authenticate?.(request) ?? authenticate(request, ports));
      const { caller } = admitted;
      const asked = parseCall(operation, readInput, request, caller);
      const [counted, found] = await Promise.all([
        countOrganization(admitted, request, 'done' in asked.input ? operation.reservation?.of : undefined, ports),
        attempt(() => read(asked, prepare, request, caller, ports)),
      ]);
      const call = callOf(admitted, counted, found, request, ports);
      const answering = answer(operation, asked, found, call, ports);
      return logRequest(answering, { path, query: operation.query }, request, caller, ports);
    },
  });
}

/** An error is stored, not thrown, until the step that reports it. */
type Attempt<T> = { done: T } | { error: unknown };

async function attempt<T>(step: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await step() };
  } catch (error) {
    return { error };
  }
}

/** `repeatable`: set if the call is permitted and has an Idempotency-Key. */
interface ParsedCall {
  input: Attempt<Input>;
  repeatable?: RepeatableRequest | undefined;
}

function parseCall(
  operation: Operation<never>,
  readInput: (request: HttpRequest, caller: Caller) => Input,
  request: HttpRequest,
  caller: Caller,
): ParsedCall {
  const { permission }: Endpoint = OPERATIONS[operation.id];
  let repeatable: RepeatableRequest | undefined;
  try {
    requirePermission(caller, permission);
    requireReach(operation, request, caller);
    requireFreshSignIn(operation, request, caller);
    repeatable = repeatableRequest(request, isRepeatedAlone(operation, caller) ? idOf(caller) : undefined);
    return { repeatable, input: { done: readInput(request, caller) } };
  } catch (error) {
    return { repeatable, input: { error } };
  }
}

/** A key restricted to servers must not get an answer to another caller, which may show other servers. */
function isRepeatedAlone({ repeatsFor }: Operation<never>, caller: Caller): boolean {
  return repeatsFor === 'caller' || (caller.kind === 'key' && caller.allowedServers !== undefined);
}

/** `earlier`: the record of the Idempotency-Key. `testNow`: test-mode time, by the organization's test clock. */
interface Found {
  work: Attempt<Work | PlannedWork>;
  earlier: IdempotencyRecord | undefined;
  testNow: Date | undefined;
}

async function read(
  { input, repeatable }: ParsedCall,
  prepare: Prepare,
  { now }: HttpRequest,
  { organizationId }: Caller,
  { idempotency, testClock }: ApiPorts,
): Promise<Found> {
  const [work, earlier, testNow] = await Promise.all([
    'error' in input ? input : attempt(() => prepare(input.done)),
    repeatable && idempotency.find(organizationId, repeatable, now),
    isTestTenant(organizationId) ? testClock.now(organizationId, now) : undefined,
  ]);
  return { work, earlier, testNow };
}

/** The work settles the reservation; if none begins, it is returned here. */
async function answer<Ports extends ApiPorts>(
  { reservation }: Operation<Ports>,
  asked: ParsedCall,
  found: Attempt<Found>,
  call: Call,
  ports: Ports,
): Promise<HttpResponse> {
  const decision = await decide(asked, found, call, ports);
  if ('begin' in decision) return decision.begin().catch(throwLostRace);
  if (call.isReserved) await reservation?.giveBack(call, ports);
  if ('answer' in decision) return decision.answer;
  return throwLostRace(decision.error);
}

type Decision = { begin: () => Promise<HttpResponse> } | { answer: HttpResponse } | { error: unknown };

/** Begins the work, or returns an earlier answer, or the error that prevents both. */
async function decide({ repeatable }: ParsedCall, found: Attempt<Found>, call: Call, ports: ApiPorts): Promise<Decision> {
  try {
    call.refuseIfLate();
    if ('error' in found) return found;
    const { work, earlier } = found.done;
    if (!repeatable) return 'error' in work ? work : { begin: async () => perform(call, work.done) };
    const idempotent = new IdempotentCall(call, repeatable, earlier, ports);
    const known = await idempotent.earlierAnswer();
    if (known) return { answer: known };
    if ('error' in work) return { answer: await idempotent.refuse(work.error) };
    return { begin: () => idempotent.perform(work.done) };
  } catch (error) {
    return { error };
  }
}

function perform(call: Call, work: Work | PlannedWork): Promise<HttpResponse> | HttpResponse {
  return typeof work === 'function' ? work(call) : work.run(call, work.plan);
}

/**
 * Adds the rate-limit headers to every answer from here on, late ones too. Throws the 429. People are counted at authentication
 * and do not count in the organization's hour.
 */
async function countOrganization(
  { caller: { organizationId }, ofKey, limits }: Authenticated,
  request: HttpRequest,
  reservation: Reservation | undefined,
  { rates }: ApiPorts,
): Promise<CountedCall> {
  Object.assign(request.answerHeaders, rateHeaders(ofKey, ofKey));
  if (limits) return { item: limits, ofHour: rates.usageOfOrganization(limits, request.now), isReserved: false };
  const { kind, item, isReserved } = await rates.countOfOrganization(organizationId, request.now, reservation);
  const ofHour = rates.usageOfOrganization(item, request.now);
  Object.assign(request.answerHeaders, rateHeaders(ofKey, ofHour));
  if (kind === 'refused') throw rateLimitExceeded([ofHour], request.now);
  return { item, ofHour, isReserved };
}

interface CountedCall {
  item: OrganizationLimits | undefined;
  ofHour: RateUsage;
  isReserved: boolean;
}

function callOf(
  { caller, ofKey }: Authenticated,
  { item = {}, ofHour, isReserved }: CountedCall,
  found: Attempt<Found>,
  request: HttpRequest,
  { rates, clock }: ApiPorts,
): Call {
  const { now } = request;
  const limits = limitsOf(item, rates.standard);
  // People have their own counts, which say nothing about the organization's keys.
  const isKey = caller.kind === 'key';
  return {
    caller,
    limits: isKey ? { ...limits, requestsPerMinute: ofKey.limit } : limits,
    used: {
      requestsPerMinute: isKey ? ofKey.used : 0,
      requestsPerHour: ofHour.used,
      newReceiversPerHour: usageOf(NEW_RECEIVERS_HOUR, item, now).used,
    },
    actor: actorOf(caller, request),
    now,
    testNow: 'done' in found ? found.done.testNow : undefined,
    isReserved,
    refuseIfLate: () => {
      if (clock().getTime() - now.getTime() > LATEST_START_MS) throw tooLate();
    },
    answerWrites: async () => [],
  };
}

function idOf(caller: Caller): string {
  switch (caller.kind) {
    case 'key':
      return caller.keyId;
    case 'session':
      return caller.userId;
  }
}

export function actorOf(caller: Caller, { requestId, sourceIp, userAgent }: HttpRequest): Actor {
  switch (caller.kind) {
    case 'key':
      return { type: 'api_key', keyId: caller.keyId, requestId, sourceIp, userAgent };
    case 'session':
      return { type: 'user', userId: caller.userId, requestId, sourceIp, userAgent };
  }
}

/** Writers retry a lost race; this answers after the last try. */
function throwLostRace(cause: unknown): never {
  if (!(cause instanceof LostRace)) throw cause;
  throw new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.tooMuchAtOnce, {
    headers: { 'retry-after': '1' },
    cause,
  });
}
