/**
 * Replaces `@aws/lambda-invoke-store` in every bundle (bundle.ts). The SDK reads from it the trace of one of several concurrent
 * calls in a process. Our processes serve one call, whose trace is in the environment. 2 kB.
 */
export const InvokeStore = { getInstanceAsync: async () => undefined };
