import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Copy } from '../parts/copy.tsx';
import { Code } from '../parts/text/text.tsx';

const LISTEN = 'npm run webhook-listen';

/** How a receiver verifies, by the libraries of Standard Webhooks; `secret` is the one that is shown once. */
const LANGUAGES = [
  [
    'TypeScript',
    `import { Webhook } from 'standardwebhooks';

new Webhook(secret).verify(rawBody, headers); // throws`,
  ],
  [
    'Python',
    `from standardwebhooks.webhooks import Webhook

Webhook(secret).verify(raw_body, headers)  # raises`,
  ],
  [
    'Go',
    `webhook, err := standardwebhooks.NewWebhook(secret)
if err == nil {
	err = webhook.Verify(rawBody, request.Header)
}`,
  ],
  [
    'Ruby',
    `require "standardwebhooks"

StandardWebhooks::Webhook.new(secret).verify(raw_body, headers) # raises`,
  ],
] as const;

/** An account without a webhook: the first event in a minute. */
export function FirstWebhook() {
  return (
    <section aria-label="First event">
      <h2>Receive your first event in a minute</h2>
      <div className="ways">
        <div className="way">
          <h3>1. Listen</h3>
          <p className="small">
            In a clone of the project: a receiver that adds itself, verifies, prints, and deletes itself at the end.
          </p>
          <Code text={LISTEN} label="Command to listen" />
          <Copy text={LISTEN} what="Command" />
        </div>
        <div className="way">
          <h3>2. Verify</h3>
          <p className="small">In your own receiver, with the body as it arrived. Then store the event, and answer 2xx.</p>
          <Tabs className="tabs">
            <TabList aria-label="Language">
              {LANGUAGES.map(([name]) => (
                <Tab key={name} id={name}>
                  {name}
                </Tab>
              ))}
            </TabList>
            {LANGUAGES.map(([name, code]) => (
              <TabPanel key={name} id={name}>
                <Code text={code} label={`Verify with ${name}`} />
                <Copy text={code} what="Code" />
              </TabPanel>
            ))}
          </Tabs>
        </div>
      </div>
    </section>
  );
}
