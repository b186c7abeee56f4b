import { OPERATIONS, type Operation, type OperationId } from '../../../contract/api/operations.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { OrganizationLimits } from '../../model/accounts/account.schema.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Reservation } from '../../model/accounts/domain-places.schema.ts';
import { limitsOf } from '../../model/accounts/organization-limits.ts';
import type { Counted, RateStore } from '../../model/accounts/requests/rate-limit.store.ts';
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
import type { ApiRoute, Call, PlannedWork, Work } from './api-route.ts';
import { type Authenticated, type AuthenticationPorts, authenticate, requirePermission, requireReach } from './authenticate.ts';
import { answerOnce, type Repeat, type RepeatPorts, repeatableRequest } from './idempotency.ts';
import { keepRequest, type RequestLogPorts } from './keep-request.ts';

/** They answer a secret that others of the organization may not have: an Idempotency-Key repeats it to its caller only. */
const ANSWERS_ITS_CALLER: ReadonlySet<OperationId> = new Set(['createKey', 'rotateKey'] as const);

/** How callers come in: with a key below /api, unless something else is said. */
export interface Admission {
  authenticate(request: HttpRequest, operation: OperationId): Promise<Authenticated>;
  pathOf(path: string): string;
}

export interface ApiPorts extends AuthenticationPorts, RepeatPorts, RequestLogPorts {
  rates: RateStore;
  testClock: Pick<TestClockStore, 'now'>;
}

/**
 * The pipeline answers for a call at 25 s (shared/http/serve-http.ts), but cannot stop what it has begun: Lambda may freeze it
 * and let it go on with a later call. So nothing is begun in the last second before.
 */
const LATEST_START_MS = 24_000;

/**
 * An operation of the API as a route. The order of every call: key, the key's minute, the organization's hour, permission,
 * Idempotency-Key, and then the request itself. What its work has to know is read while the organization is counted.
 */
export function apiRoute(route: ApiRoute, ports: ApiPorts, admission: Partial<Admission> = {}): Route {
  const { method, path, permission }: Operation = OPERATIONS[route.operation];
  return {
    method,
    path: admission.pathOf?.(path) ?? path,
    async handle(request) {
      const { caller, ofKey, limits } = await (admission.authenticate?.(request, route.operation) ??
        authenticate(request, ports));
      Object.assign(request.answerHeaders, rateHeaders(ofKey, ofKey));
      const [counted, begun, now] = await Promise.all([
        limits
          ? { kind: 'counted' as const, item: limits, isReserved: false }
          : countOrganization(caller, ofKey, request, reservationOf(route, permission, request, caller), ports),
        begin(route, permission, request, caller, ports),
        nowOf(caller, request, ports),
      ]);
      if (counted.kind === 'refused') throw rateLimitExceeded([hourOf(counted, request, ports)], request.now);
      const call = { ...callOf(caller, ofKey, counted, request, ports), now };
      return keepRequest(answer(route, call, begun, ports), { path }, request, caller, ports);
    },
  };
}

async function answer(route: ApiRoute, call: Call, begun: Begun, ports: ApiPorts): Promise<HttpResponse> {
  try {
    call.refuseIfLate();
    return begun.repeat ? await answerOnce(call, begun.work, begun.repeat, ports) : await perform(call, begun.work);
  } catch (error) {
    throw error instanceof LostRace ? tooMuchAtOnce(error) : error;
  } finally {
    if (call.reserved.left > 0) await route.reservation?.giveBack(call);
  }
}

/** In test mode, what its clock shows. */
async function nowOf({ organizationId }: Caller, { now }: HttpRequest, { testClock }: ApiPorts): Promise<Date> {
  return isTestTenant(organizationId) ? testClock.now(organizationId, now) : now;
}

/** A call that may not be made, or is wrong, takes nothing. */
function reservationOf({ reservation }: ApiRoute, permission: Operation['permission'], request: HttpRequest, caller: Caller) {
  if (!reservation) return;
  try {
    requirePermission(caller, permission);
    repeatableRequest(request);
    return reservation.of(request, caller);
  } catch {
    return; // told by `begin`, which meets the same
  }
}

/** From here on every answer of the call tells how the limits stand, even one that comes too late. */
async function countOrganization(
  caller: Caller,
  ofKey: RateUsage,
  request: HttpRequest,
  reservation: Reservation | undefined,
  ports: ApiPorts,
) {
  const counted = await ports.rates.countOfOrganization(caller.organizationId, request.now, reservation);
  Object.assign(request.answerHeaders, rateHeaders(ofKey, hourOf(counted, request, ports)));
  return counted;
}

function hourOf({ item }: Counted<OrganizationLimits>, { now }: HttpRequest, { rates }: ApiPorts): RateUsage {
  return rates.usageOfOrganization(item, now);
}

interface Begun {
  /** Throws what is wrong with the request. */
  work: () => Work | PlannedWork;
  /** Where an Idempotency-Key was sent. */
  repeat?: Repeat;
}

/** Reads the request and what its work must know. What is wrong with it is told later: the count comes first. */
async function begin(
  route: ApiRoute,
  permission: Operation['permission'],
  request: HttpRequest,
  caller: Caller,
  { idempotency }: ApiPorts,
): Promise<Begun> {
  try {
    requirePermission(caller, permission);
    requireReach(route.operation, request, caller);
    const repeatable = repeatableRequest(request, isAnsweredAlone(route.operation, caller) ? `${idOf(caller)} ` : undefined);
    const prepared = prepare(route, request, caller);
    if (!repeatable) return { work: await prepared };
    const known = await idempotency.find(caller.organizationId, repeatable, request.now);
    return { work: await prepared, repeat: { request: repeatable, known, now: request.now } };
  } catch (error) {
    return { work: failsWith(error) };
  }
}

/** A key that is restricted to servers must not get what another was answered about others. */
function isAnsweredAlone(operation: OperationId, caller: Caller): boolean {
  return ANSWERS_ITS_CALLER.has(operation) || (caller.kind === 'key' && caller.allowedServers !== undefined);
}

async function prepare(route: ApiRoute, request: HttpRequest, caller: Caller): Promise<Begun['work']> {
  try {
    const work = await route.prepare(request, caller);
    return () => work;
  } catch (error) {
    return failsWith(error);
  }
}

function failsWith(error: unknown): () => never {
  return () => {
    throw error;
  };
}

async function perform(call: Call, prepared: Begun['work']): Promise<HttpResponse> {
  const work = prepared();
  return typeof work === 'function' ? work(call) : work.run(call, work.plan);
}

function callOf(
  caller: Caller,
  ofKey: RateUsage,
  counted: Counted<OrganizationLimits> & { isReserved: boolean },
  request: HttpRequest,
  ports: ApiPorts,
): Call {
  const { now } = request;
  const limits = limitsOf(counted.item ?? {}, ports.rates.standard);
  // What people ask is counted for each of them: of the organization's keys it says nothing.
  const isKey = caller.kind === 'key';
  return {
    caller,
    limits: isKey ? { ...limits, requestsPerMinute: ofKey.limit } : limits,
    used: {
      requestsPerMinute: isKey ? ofKey.used : 0,
      requestsPerHour: hourOf(counted, request, ports).used,
      newReceiversPerHour: usageOf(NEW_RECEIVERS_HOUR, counted.item ?? {}, now).used,
    },
    actor: actorOf(caller, request),
    now,
    reserved: { left: counted.isReserved ? 1 : 0 },
    refuseIfLate: () => {
      if (ports.clock().getTime() - now.getTime() > LATEST_START_MS) throw tooLate();
    },
    keepAnswer: async () => [],
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

/** Whoever writes tries again when somebody else was faster; this is after the last try. */
function tooMuchAtOnce(cause: LostRace): AppError {
  return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.tooMuchAtOnce, {
    headers: { 'retry-after': '1' },
    cause,
  });
}
