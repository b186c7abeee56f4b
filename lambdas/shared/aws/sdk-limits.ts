/**
 * For every AWS client. By default, the SDK waits forever, and a kept-alive connection that died while its Lambda was frozen
 * never answers: 5 s, retried by the SDK, stay within a step's 30 s. Values in milliseconds.
 */
export const SDK_LIMITS = {
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;
