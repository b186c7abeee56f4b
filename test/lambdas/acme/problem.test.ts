import { describe, expect, it } from 'vitest';
import {
  ACME_OPERATIONS,
  type AcmeOperation,
  classifyProblem,
  malformedAnswer,
  PROBLEM_NAMES,
  type ProblemMeaning,
  type ProblemName,
  toUnreachable,
} from '../../../lambdas/acme/problem.ts';

const urn = (name: string) => ({ type: `urn:ietf:params:acme:error:${name}`, detail: '' });
const ABOUT_AN_ORDER = ['getAuthorization', 'answerChallenge', 'getOrder', 'finalize', 'downloadCertificate'] as const;

describe('a problem of the CA', () => {
  it.each(['rejectedIdentifier', 'unsupportedIdentifier'])('is final whatever was requested, if it is %s', (name) => {
    for (const operation of ACME_OPERATIONS) expect(classifyProblem(operation, urn(name))).toBe('refused');
  });

  it.each(['rateLimited', 'serverInternal', 'badNonce', 'connection', 'dns', 'caa'])(
    'the problem %s may pass while the order lives',
    (name) => {
      for (const operation of ACME_OPERATIONS.filter((other) => other !== 'invalidOrder')) {
        expect(classifyProblem(operation, urn(name))).toBe('trouble');
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
  ] satisfies [AcmeOperation, ProblemName, ProblemMeaning][])('that answers %s with %s is %s', (operation, name, meaning) => {
    expect(classifyProblem(operation, urn(name))).toBe(meaning);
  });

  it('in a spent order asks for another order, unless it is final', () => {
    const meanings = new Set(PROBLEM_NAMES.map((name) => classifyProblem('invalidOrder', urn(name))));
    expect(meanings).toEqual(new Set(['order-lost', 'refused']));
    expect(classifyProblem('invalidOrder', urn('unauthorized'))).toBe('order-lost');
  });

  it.each(ABOUT_AN_ORDER)('a 404 of the CA that answers %s says that the CA does not know it', (operation) => {
    expect(classifyProblem(operation, { ...urn('inventedTomorrow'), status: 404 })).toBe('not-found');
  });

  it.each(ABOUT_AN_ORDER)(
    'a 404 of the CA without a type to %s may be a word on the order, or a page of a maintenance',
    (operation) => {
      expect(classifyProblem(operation, { type: 'about:blank', detail: '', status: 404 })).toBe('nothing-there');
    },
  );

  it('a 404 of the CA elsewhere, another status without a type, or an unknown type may pass', () => {
    expect(classifyProblem('newOrder', { ...urn('inventedTomorrow'), status: 404 })).toBe('trouble');
    expect(classifyProblem('newOrder', { type: 'about:blank', detail: '', status: 404 })).toBe('trouble');
    for (const operation of ABOUT_AN_ORDER)
      expect(classifyProblem(operation, { type: 'about:blank', detail: '', status: 503 })).toBe('trouble');
    expect(classifyProblem('getOrder', urn('inventedTomorrow'))).toBe('trouble');
  });
});

it('no answer, or a malformed one, never costs an order', () => {
  for (const operation of ABOUT_AN_ORDER) {
    expect(classifyProblem(operation, toUnreachable('ECONNREFUSED'))).toBe('trouble');
    expect(classifyProblem(operation, malformedAnswer('garbage', 200))).toBe('trouble');
  }
});
