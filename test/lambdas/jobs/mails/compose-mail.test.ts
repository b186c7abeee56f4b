import { describe, expect, it } from 'vitest';
import { MAIL_CAUSES } from '../../../../contract/api/events.ts';
import { causeMail, invitationMail, memberMail } from '../../../../lambdas/jobs/mails/compose-mail.ts';
import { iso } from '../../a-domain.ts';

const frame = { organization: 'Shops & Co', site: 'https://certificates.example.net', mode: 'live' as const };
const subject = (n: number, name = `shop${n}.customer.com`) => ({ id: String(n), name });
const PAGES = {
  ...{ certificate_at_risk: 'domains/7', certificate_expired: 'domains/7' },
  ...{ api_key_ends: 'keys', webhook_disabled: 'webhooks/7' },
};

describe('a mail', () => {
  it.each(MAIL_CAUSES)('of %s leads to the page on which it is mended, as text and as HTML, and to the profile', (cause) => {
    const { text, html, subject: line } = causeMail(cause, [subject(7)], frame);
    const link = `https://certificates.example.net/dashboard/live/${PAGES[cause]}`;
    expect(text).toContain(`: ${link}\n`);
    expect(html).toContain(`href="${link}"`);
    for (const body of [text, html]) expect(body).toContain('/dashboard/live/profile');
    expect(line).toContain('shop7.customer.com');
  });

  it('names ten, and how many more, and leads to their list', () => {
    const {
      text,
      html,
      subject: line,
    } = causeMail(
      'certificate_at_risk',
      Array.from({ length: 12 }, (_, n) => subject(n)),
      frame,
    );
    expect(line).toBe('Certificate at risk: shop0.customer.com and 11 more');
    expect(text).toContain('- shop9.customer.com\n- and 2 more\n');
    expect(text).not.toContain('shop10.');
    expect(html).toContain('/dashboard/live/expiries"');
  });

  it('escapes what strangers have written, and has each name in one line', () => {
    const name = 'x"><img src=x onerror=alert(1)>\r\nBcc: all@customer.com\u202e';
    const mail = causeMail('api_key_ends', [subject(1, name)], { ...frame, organization: '<b>Shops</b>\nTo: x' });
    expect(mail.html).not.toMatch(/<img|<b>/);
    expect(mail.html).toContain('&lt;img');
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail.text).not.toMatch(/^(Bcc|To):/m);
  });

  it('cuts a name that is too long', () => {
    const mail = causeMail('webhook_disabled', [subject(1, `https://${'x'.repeat(3000)}`)], frame);
    expect(mail.subject.length).toBeLessThan(150);
  });

  it('of a new owner says who, since when, and leads to the members', () => {
    const facts = { organizationId: 'org_A', userId: 'usr_1', email: 'a@b.example\nTo: x', role: 'owner' as const, owners: [] };
    const notice = { ...facts, kind: 'member' as const, since: '2026-12-03T10:00:00.000Z', stepDueAt: iso(0), tries: 0 };
    const mail = memberMail(notice, frame);
    expect(mail.subject).toBe('a@b.example To: x is now owner of Shops & Co');
    expect(mail.text).toContain('since 2026-12-03 10:00 UTC');
    expect(mail.text).toContain(': https://certificates.example.net/dashboard/live/settings\n');
  });

  it('of a new owner without a verified address says that', () => {
    const facts = { organizationId: 'org_A', userId: 'usr_1', email: '', role: 'owner' as const, owners: [], since: iso(0) };
    const mail = memberMail({ ...facts, kind: 'member', stepDueAt: iso(0), tries: 0 }, frame);
    expect(mail.subject).toBe('Somebody without a verified e-mail address is now owner of Shops & Co');
  });

  it('of an invitation says to what, as what and until when, and leads to the sign-in', () => {
    const invitation = {
      ...{ invitationId: 'inv_1', organizationId: 'org_A', email: 'a@b.example', role: 'viewer' as const },
      ...{ invitedBy: 'administrator' as const, createdAt: iso(0), expiresAt: '2026-12-03T10:00:00.000Z' },
    };
    const mail = invitationMail(invitation, frame);
    expect(mail.subject).toBe('Invitation to Shops & Co');
    expect(mail.html).toContain('Shops &amp; Co as viewer');
    expect(mail.text).toContain('until 2026-12-03');
    expect(mail.text).toContain('Sign in: https://certificates.example.net/app/sign-in\n');
  });
});
