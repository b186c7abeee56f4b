import * as z from 'zod/mini';
import { LONGEST_URL, urlProblems } from '../../model/webhooks/webhook-url.ts';
import { EVENT_NAMES } from '../../shared/contract/events.ts';
import { isWellFormed } from '../../shared/http/well-formed.schema.ts';

/** What the rules of a webhook's fields depend on. */
export interface WebhookRules {
  webhookHttp: 'allowed' | 'refused';
}

export function webhookUrl(rules: WebhookRules) {
  const shape = {
    // Not `format: uri`: a host may be international.
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description: 'Where events are sent. It has no user name and no fragment.',
  };
  return z.string().check(
    z.maxLength(LONGEST_URL, `may have ${LONGEST_URL} characters`),
    isWellFormed,
    (payload) => {
      for (const message of urlProblems(payload.value, rules)) {
        payload.issues.push({ code: 'custom', message, input: payload.value });
      }
    },
    z.meta(shape),
  );
}

/** More than there are, and few enough that zod can report each: it ends with a stack overflow at a hundred thousand. */
const MOST_EVENTS = 100;

/** `*` stands for all events, future ones too. An event that is named twice counts once. */
export const WebhookEvents = z.pipe(
  z
    .array(z.enum([...EVENT_NAMES, '*'], 'is not the name of an event, and not *'))
    .check(z.minLength(1, 'needs at least one event'), z.maxLength(MOST_EVENTS, `may have ${MOST_EVENTS} events`)),
  z.transform((names) => [...new Set(names)]),
);

export const WebhookDescription = z
  .string()
  .check(z.minLength(1, 'needs at least one character'), z.maxLength(500, 'may have 500 characters'), isWellFormed);

/** The part after `whsec_` is the key itself, in base64 (Standard Webhooks); any other secret is the key as it stands. */
const decodesIfItSaysSo = z.refine<string>(
  (secret) => !secret.startsWith('whsec_') || /^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret),
  'must go on in base64 after whsec_',
);

export const WebhookSecret = z
  .string()
  .check(
    z.minLength(8, 'needs at least 8 characters'),
    z.maxLength(256, 'may have 256 characters'),
    isWellFormed,
    decodesIfItSaysSo,
  );
