/**
 * Takes the place of `@aws/lambda-invoke-store` in every bundle (bundle.ts). The SDK asks it for the trace of one of several
 * calls that a process serves at once; ours serves one, whose trace is in the environment. 2 kB.
 */
export const InvokeStore = { getInstanceAsync: async () => undefined };
