/** Replaces every entry in a web page's bundle, through the condition `browser` in package.json. */
function refuse(): never {
  throw new Error(
    'certificate-provisioning-client does not run in browsers, where everybody could read the API key: call it on your server. ' +
      'For a page of yours there is certificate-provisioning-widget.',
  );
}

// A bundler checks that these names exist.
export {
  refuse as ApiError,
  refuse as ConnectionError,
  refuse as createClient,
  refuse as verifyWebhook,
  refuse as WebhookVerificationError,
};

refuse();
