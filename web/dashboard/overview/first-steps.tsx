import { Copy } from '../parts/copy.tsx';
import { Code } from '../parts/text.tsx';

const CURL = `curl "$SITE/api/domains" \\
  -H "X-API-KEY-ID: $KEY_ID" -H "X-API-KEY: $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "shop.customer.com", "server_id": 1}'`;
const COMMAND_LINE = `npm run demo`;

/** An account without a domain: three ways to the first, of which the third is the form below. */
export function FirstSteps() {
  const site = location.origin;
  return (
    <section aria-label="First domain">
      <h2>Your first domain, in one of three ways</h2>
      <div className="ways">
        <Way name="With curl" text={CURL.replace('$SITE', site)} hint="With a key from the page API keys." />
        <Way
          name="On the command line"
          text={COMMAND_LINE}
          hint="In a clone of the project: brings a name to life on your own machine."
        />
      </div>
    </section>
  );
}

function Way({ name, text, hint }: { name: string; text: string; hint: string }) {
  return (
    <section aria-label={name} className="way">
      <h3>{name}</h3>
      <p className="small">{hint}</p>
      <Code text={text} label={`${name}: command`} />
      <Copy text={text} what="Command" />
    </section>
  );
}
