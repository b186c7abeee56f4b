interface GatewayAnswer {
  status: string;
  when: string;
  body: string;
}

/**
 * Answers that Amazon API Gateway (HTTP APIs), and CloudFront if present, send instead of the service. Limits:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html AWS documents the limits, not the texts, so a
 * client must rely on the status alone.
 */
export const GATEWAY_ANSWERS: readonly GatewayAnswer[] = [
  {
    status: '413',
    when: 'The body is larger than 10 MB.',
    body: 'a plain sentence, or `{"message":"Request Entity Too Large"}`',
  },
  {
    status: '431',
    when: 'The request line and all headers are larger than 10,240 bytes together.',
    body: '`{"message":"Request Header Fields Too Large"}`',
  },
  {
    status: '403',
    when: 'With a firewall: the request looks like an attack, comes from an address with a bad reputation, has no TLS, or is a GET with a body.',
    body: 'an HTML page',
  },
  {
    status: '429',
    when: 'With a firewall: one address sent too many requests in five minutes. The answer has `Retry-After`, and no `X-RateLimit-*` headers.',
    body: '`{"error":{"code":"rate_limit_exceeded","message":"…"}}`',
  },
  {
    status: '429',
    when: 'The whole deployment gets more requests than its AWS account allows. The answer has no `X-RateLimit-*` headers.',
    body: '`{"message":"Too Many Requests"}`',
  },
  { status: '500', when: 'The code behind the API could not be started.', body: '`{"message":"Internal Server Error"}`' },
  {
    status: '503, 504',
    when: 'There was no answer within 30 seconds. The service’s own time-out is shorter, so you should not see this.',
    body: '`{"message":"Service Unavailable"}`',
  },
];
