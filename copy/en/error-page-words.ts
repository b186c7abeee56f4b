import type { HttpErrorCode } from '../../contract/api/error-codes.ts';

interface HttpErrorWords {
  meaning: string;
  fix: string;
}

/**
 * Texts for the errors page. An answer's own message is written where the request is refused, because only that code knows the
 * cause.
 */
export const HTTP_ERROR_WORDS: Record<HttpErrorCode, HttpErrorWords> = {
  invalid_request: {
    meaning: 'The request cannot be read: no valid JSON object, a wrong content type, or too large.',
    fix: 'Correct the request as the message says; repeating it unchanged gives the same answer.',
  },
  invalid_api_key: {
    meaning:
      'The key headers are missing, or the key is wrong, revoked or expired. Which of these is said only of an expired key, to whoever has its secret.',
    fix: 'Send both headers `X-API-KEY-ID` and `X-API-KEY` with a valid key.',
  },
  invalid_agent_credentials: {
    meaning: 'A request of an agent (below `/edge/v1`) is not signed by an enrolled machine, or is too old.',
    fix: 'Set the clock of the machine, or enroll its agent again.',
  },
  not_signed_in: {
    meaning: 'A request below `/app` has no session, or its session has ended.',
    fix: 'Sign in again.',
  },
  sign_in_failed: {
    meaning: 'A sign-in was not begun in this browser, is older than ten minutes, or was refused by the identity provider.',
    fix: 'Sign in again.',
  },
  not_a_member: {
    meaning: 'The identity provider knows the person, but no organization has them as a member.',
    fix: 'Have an owner or an administrator invite the e-mail address.',
  },
  foreign_request: {
    meaning:
      'A request below `/app` that changes something lacks the header `X-Requested-With: cps`, or comes from another site.',
    fix: 'Send it from a page of the dashboard. A program uses `/api` with a key.',
  },
  fresh_sign_in_required: {
    meaning: 'Whoever sees a secret, gives rights or takes them away must have signed in within the last ten minutes.',
    fix: 'Sign in again, at `/app/sign-in?fresh=1`.',
  },
  insufficient_permissions: {
    meaning: 'The key is valid, but lacks the permission that `details.required_permission` names.',
    fix: 'Use a key that has this permission.',
  },
  api_key_restricted: {
    meaning:
      'The key is valid, but restricted: to addresses from which it may be used, or to servers. `details.restriction` says to which of these.',
    fix: 'Use another key, or have whoever manages the keys change its `allowed_addresses` or `allowed_server_ids`.',
  },
  resource_not_found: {
    meaning: 'There is no such route, or no such resource in your organization.',
    fix: 'Check the path and the id.',
  },
  method_not_allowed: {
    meaning: 'The route exists, but not with this method.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  conflict: {
    meaning:
      'The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time.',
    fix: 'Read the resource again, and repeat the request when its state allows it; with an `Idempotency-Key`, after the seconds in `Retry-After`.',
  },
  validation_error: {
    meaning: 'Fields are wrong. `details.errors` maps each field to everything that is wrong with it.',
    fix: 'Correct all fields it names.',
  },
  precondition_failed: {
    meaning: 'The resource has been changed since you read it: its `ETag` is not the one in `If-Match`.',
    fix: 'Read the resource again, and repeat the change with its new `ETag`.',
  },
  idempotency_key_reused: {
    meaning: 'This `Idempotency-Key` was used for a different request in the last 24 hours.',
    fix: 'Use a new key for each new request.',
  },
  quota_exceeded: {
    meaning: 'Your organization has as many of these resources as it may have; see `details`.',
    fix: 'Delete what is no longer used, or ask for a higher quota.',
  },
  rate_limit_exceeded: {
    meaning: 'Too many requests in the present window; `details` describes the limit that was exceeded.',
    fix: 'Wait for the seconds in `Retry-After`. If it comes often, ask for less with each request, or for a higher limit.',
  },
  internal_error: {
    meaning: 'The service made a mistake. It has been recorded.',
    fix: 'Try again later; if it stays, report the `X-Request-Id` of the answer.',
  },
  service_unavailable: {
    meaning: 'The service could not finish the request just now.',
    fix: 'Repeat it after the seconds in `Retry-After`.',
  },
};
