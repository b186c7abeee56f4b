import { describe, expect, it } from 'vitest';
import {
  ACME_OPERATIONS,
  type AcmeOperation,
  malformedAnswer,
  PROBLEM_NAMES,
  type ProblemName,
  unreachable,
  type Verdict,
  verdictOn,
} from '../../../../../lambdas/steps/issuance/acme/acme-problem.ts';

const urn = (name: string) => ({ type: `urn:ietf:params:acme:error:${name}`, detail: '' });
const ABOUT_AN_ORDER = ['getAuthorization', 'answerChallenge', 'getOrder', 'finalize', 'downloadCertificate'] as const;

describe('a problem of the CA', () => {
  it.each(['rejectedIdentifier', 'unsupportedIdentifier'])('%s is its final word, whatever was asked', (name) => {
    for (const operation of ACME_OPERATIONS) expect(verdictOn(operation, urn(name))).toBe('refused');
  });

  it.each(['rateLimited', 'serverInternal', 'badNonce', 'connection', 'dns', 'caa'])(
    '%s may pass while the order lives',
    (name) => {
      for (const operation of ACME_OPERATIONS.filter((other) => other !== 'invalidOrder')) {
        expect(verdictOn(operation, urn(name))).toBe('trouble');
      }
    },
  );

  it.each([
    ['newOrder', 'malformed', 'trouble'],
    ['newOrder', 'unauthorized', 'trouble'],
    ['newOrder', 'accountDoesNotExist', 'trouble'],
    ['newOrder', 'badPublicKey', 'trouble'],
    ['getOrder', 'accountDoesNotExist', 'not-found'],
    ['getOrder', 'malformed', 'not-found'],
    ['getOrder', 'unauthorized', 'not-found'],
    ['downloadCertificate', 'unauthorized', 'not-found'],
    ['answerChallenge', 'malformed', 'trouble'],
    ['finalize', 'badCSR', 'refused'],
    ['finalize', 'badPublicKey', 'refused'],
    ['finalize', 'orderNotReady', 'trouble'],
  ] satisfies [AcmeOperation, ProblemName, Verdict][])('answering %s with %s is %s', (operation, name, verdict) => {
    expect(verdictOn(operation, urn(name))).toBe(verdict);
  });

  it('in a spent order asks for another order, unless it is final', () => {
    const verdicts = new Set(PROBLEM_NAMES.map((name) => verdictOn('invalidOrder', urn(name))));
    expect(verdicts).toEqual(new Set(['order-lost', 'refused']));
    expect(verdictOn('invalidOrder', urn('unauthorized'))).toBe('order-lost');
  });

  it.each(ABOUT_AN_ORDER)('with status 404 answering %s says that the CA does not know it', (operation) => {
    expect(verdictOn(operation, { ...urn('inventedTomorrow'), status: 404 })).toBe('not-found');
  });

  it('with status 404 elsewhere or without a type, or of an unknown type, may pass', () => {
    expect(verdictOn('newOrder', { ...urn('inventedTomorrow'), status: 404 })).toBe('trouble');
    for (const operation of ABOUT_AN_ORDER)
      expect(verdictOn(operation, { type: 'about:blank', detail: '', status: 404 })).toBe('trouble');
    expect(verdictOn('getOrder', urn('inventedTomorrow'))).toBe('trouble');
  });
});

it('no answer, or a malformed one, never costs an order', () => {
  for (const operation of ABOUT_AN_ORDER) {
    expect(verdictOn(operation, unreachable('ECONNREFUSED'))).toBe('trouble');
    expect(verdictOn(operation, malformedAnswer('garbage', 200))).toBe('trouble');
  }
});
