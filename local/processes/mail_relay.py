"""Hands mail to the local SMTP server before the request to send it is answered, and answers what that server says.

MiniStack relays mail after its answer, and says that it was sent whatever comes of it: nobody could see here what the service does
when SES refuses a mail or does not answer. A 5xx is a rejected message, any other failure one of SES for the moment. Each mail is text
that people can read in its file.
"""

import asyncio
import contextvars
import functools
import json
import os
import smtplib
from email.message import EmailMessage
from email.policy import SMTP

# Unset, MiniStack is none with a service: mail stays in it.
PORT = os.environ.get("CPS_MAIL_PORT", "")
# Longer than any client waits for the answer.
PATIENCE_SECONDS = 20

_mails = contextvars.ContextVar("mails")


def readable_mail(source, to, cc, _bcc, subject, text, html, message_id):
    mail = EmailMessage(policy=SMTP)
    mail["Message-ID"] = f"<{message_id}>"
    mail["Subject"] = subject
    mail["From"] = source
    for name, addresses in (("To", to), ("Cc", cc)):
        if addresses:
            mail[name] = ", ".join(addresses)
    mail.set_content(text, cte="8bit")
    if html:
        mail.add_alternative(html, subtype="html", cte="quoted-printable")
    return mail.as_bytes()


def send(mails):
    with smtplib.SMTP("127.0.0.1", int(PORT), local_hostname="localhost", timeout=PATIENCE_SECONDS) as server:
        for mail in mails:
            server.sendmail(*mail)


def failure(error):
    code = getattr(error, "smtp_code", 0)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, _ = next(iter(error.recipients.values()))
    name, status = ("MessageRejected", 400) if 500 <= code < 600 else ("InternalServiceErrorException", 500)
    body = json.dumps({"message": f"the local mail server: {error}", "name": name}).encode()
    return status, {"Content-Type": "application/x-amz-json-1.1", "x-amzn-errortype": name}, body


def relayed(handle_request):
    @functools.wraps(handle_request)
    async def answer(*request):
        mails = []
        _mails.set(mails)
        response = await handle_request(*request)
        try:
            if mails:
                await asyncio.to_thread(send, mails)
        except (OSError, smtplib.SMTPException) as error:
            return failure(error)
        return response

    return answer


def install():
    if not PORT:
        return
    from ministack.services import ses_v2

    assert callable(ses_v2._build_mime_message) and callable(ses_v2._smtp_relay)
    ses_v2._build_mime_message = readable_mail
    ses_v2._smtp_relay = lambda *mail: _mails.get().append(mail)
    ses_v2.handle_request = relayed(ses_v2.handle_request)
