import type { Context } from 'aws-lambda';

export const anInvocation = (awsRequestId = 'aws-1', remainingMs = 28_000): Context => ({
  awsRequestId,
  getRemainingTimeInMillis: () => remainingMs,
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'Function',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:1:function:Function',
  memoryLimitInMB: '512',
  logGroupName: '/aws/lambda/Function',
  logStreamName: '1',
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
