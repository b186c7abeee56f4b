import { defineCommand } from '../command/command.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import { DOMAIN_ARGUMENT, findDomain } from './find-domain.ts';

export const open = defineCommand({
  name: 'open',
  says: 'makes a link for the owner of the hostname, prints it and opens it',
  about: 'Whoever has the link sees this one domain in your portal, and can have it checked, until it expires.',
  access: 'write',
  parameters: {
    domain: DOMAIN_ARGUMENT,
    hours: { kind: 'integer', says: 'how long it works; 168, seven days, unless given', value: 'number' },
    locale: { kind: 'text', says: 'the language of the page', value: 'code', known: ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] },
    printOnly: { kind: 'flag', says: 'open nothing', isForPeople: true },
  },
  examples: ['cps open shop.customer.com', 'cps open shop.customer.com --hours 24 --locale de --print-only'],
  async run({ connect, machine }, { domain, hours, locale, printOnly }) {
    const api = await connect();
    const { id } = await findDomain(api, domain);
    const body = { ...(hours && { expires_in_hours: hours }), ...(locale && { locale }) } as { expires_in_hours: number };
    const link = await api.write((client) => client.POST('/api/domains/{id}/portal-link', { params: { path: { id } }, body }));
    if (!/^https?:\/\//.test(link.url))
      throw new Failure(EXIT.unreachable, 'The link is no web address.', { fix: 'Tell whoever runs the site.' });
    if (!printOnly && machine.stdout.isTTY) machine.openInBrowser(link.url);
    return { json: link, text: `${link.url}\nIt works until ${link.expires_at}.` };
  },
});
