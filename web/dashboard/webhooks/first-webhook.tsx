import { Copy } from '../parts/copy.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Code } from '../parts/text/text.tsx';

const LISTEN = 'npm run webhook-listen';

const NAMES = { TypeScript: 'TypeScript', Python: 'Python', Go: 'Go', Ruby: 'Ruby' };
/** Sample receivers with the Standard Webhooks libraries. `secret` is shown only once. */
const LANGUAGES: Record<keyof typeof NAMES, string> = {
  TypeScript: `import { Webhook } from 'standardwebhooks';

new Webhook(secret).verify(rawBody, headers); // throws`,
  Python: `from standardwebhooks.webhooks import Webhook

Webhook(secret).verify(raw_body, headers)  # raises`,
  Go: `webhook, err := standardwebhooks.NewWebhook(secret)
if err == nil {
	err = webhook.Verify(rawBody, request.Header)
}`,
  Ruby: `require "standardwebhooks"

StandardWebhooks::Webhook.new(secret).verify(raw_body, headers) # raises`,
};

/** Set-up for an account without a webhook. */
export function FirstWebhook() {
  return (
    <section aria-label="First event">
      <h2>Receive your first event in a minute</h2>
      <div>
        <div>
          <h3>1. Listen</h3>
          <p className="small">
            In a clone of the project: a receiver that adds itself, verifies, prints, and deletes itself at the end.
          </p>
          <Code text={LISTEN} label="Command to listen" />
          <Copy text={LISTEN} what="Command" />
        </div>
        <div>
          <h3>2. Verify</h3>
          <p className="small">In your own receiver, with the body as it arrived. Then store the event, and answer 2xx.</p>
          <Tabs
            label="Language"
            names={NAMES}
            panel={(name) => (
              <>
                <Code text={LANGUAGES[name]} label={`Verify with ${name}`} />
                <Copy text={LANGUAGES[name]} what="Code" />
              </>
            )}
          />
        </div>
      </div>
    </section>
  );
}
