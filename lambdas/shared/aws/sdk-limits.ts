/**
 * For every AWS client. The SDK waits for ever by default, and a kept-alive connection that died while its Lambda was frozen
 * never answers: 5 s, tried again by the SDK, stay within a step's 30 s. Values in milliseconds.
 */
export const SDK_LIMITS = {
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;
