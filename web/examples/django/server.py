"""A proxy for <cps-domain>. pip install django, then python server.py; your own project takes `urlpatterns` into its own."""

import json
import os
from contextlib import contextmanager
from threading import Lock
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener
from wsgiref.simple_server import make_server

from django.conf import settings
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path as route
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

# In place of your own sessions and customers: who is signed in, and which hostnames are theirs.
CUSTOMERS = {"session-of-alice": ["docs.acme.com"], "session-of-bob": ["shop.bobs-bakery.com"]}
BRAND = "Example Host"

# What a browser may have, by name. Whatever else the API answers, or will one day, stays here.
FIELDS = {
    "domain": "url dns_status ssl_status dns_records diagnosis dns_provider dns_setup",
    "dns_records": "type name host value ttl purpose state observed",
    "diagnosis": "code reason summary actor fix evidence checked_at next_check_at",
    "fix": "text records",
    "records": "action type name host value",
    "evidence": "kind asked server answer at",
    "dns_provider": "name url path form",
    "dns_setup": "type provider url",
    "form": "type name value full_name appends_zone has_proxy proxy_switch",
    "proxy_switch": "name off",
}
KEPT_SECONDS = 5
ID_KEPT_SECONDS = 86_400
# All tabs wake up in the same second: one asks, the others wait for its answer, as long as for one call.
LOCKS = [Lock() for _ in range(64)]


class NoRedirect(HTTPRedirectHandler):
    """A redirect would take the key elsewhere."""

    def redirect_request(self, *_):
        return None


opener = build_opener(NoRedirect)


def call(path, method="GET"):
    """The API's answer as JSON; raises HTTPError, or whatever else went wrong."""
    headers = {"x-api-key-id": os.environ["CPS_API_KEY_ID"], "x-api-key": os.environ["CPS_API_KEY"]}
    asked = Request(os.environ["CPS_BASE_URL"] + path, method=method, headers=headers)
    # Two calls, one after the other, in some fifteen seconds.
    with opener.open(asked, timeout=7) as answer:
        return json.load(answer)


def public(value, place="domain"):
    if isinstance(value, list):
        return [public(item, place) for item in value]
    if isinstance(value, dict):
        return {name: public(value[name], name) for name in FIELDS[place].split() if name in value}
    return value


def look_up(hostname):
    """The id of a name, which is kept; None where there is none."""
    found = call(f"/domains?url={quote(hostname, safe='')}")["data"]
    # The API reads another spelling as the same name: whose that is, nobody has asked.
    if not found or found[0]["url"] != hostname:
        return None
    cache.set(f"cps-id:{hostname}", found[0]["id"], ID_KEPT_SECONDS)
    return found[0]["id"]


def view(hostname, is_check):
    """The domain as its owner may see it; None where there is none. Looking its name up costs a call: it is done once."""
    known = cache.get(f"cps-id:{hostname}")
    domain_id = known or look_up(hostname)
    if domain_id is None:
        return None
    path = f"/domains/{domain_id}"
    try:
        shown = public(call(f"{path}/check", "POST") if is_check else call(path))
    except HTTPError as error:
        if error.code != 404 or known is None:
            raise
        # Deleted and created again, a name has another id.
        cache.delete(f"cps-id:{hostname}")
        return view(hostname, is_check)
    diagnosis = shown["diagnosis"]
    if diagnosis["actor"] != "customer" and diagnosis["code"] not in ("ok", "in_progress"):
        # The cause is yours to mend: your customer is not told it.
        diagnosis.pop("reason", None)
        fix = {"text": "Nothing to do.", "records": []}
        diagnosis.update(summary=f"{BRAND} has to finish its side.", fix=fix, evidence=[])
    return shown


@contextmanager
def looking_at(hostname):
    lock = LOCKS[hash(hostname) % len(LOCKS)]
    if not lock.acquire(timeout=7):
        raise TimeoutError
    try:
        yield
    finally:
        lock.release()


def view_of_late(hostname):
    """All pages of a domain that ask within five seconds cost one look at it."""
    with looking_at(hostname):
        return cache.get_or_set(f"cps-domain:{hostname}", lambda: view(hostname, False), KEPT_SECONDS)


def refuse(status, retry_after=None):
    return answer(status, {"error": {"status": status}}, retry_after)


def answer(status, body, retry_after=None):
    response = JsonResponse(body, status=status, headers={"Cache-Control": "private, no-store"})
    if retry_after:
        response.headers["Retry-After"] = retry_after
    return response


def proxy(request, hostname, is_check):
    session = CUSTOMERS.get(request.COOKIES.get("session"))
    if session is None:
        return refuse(401)
    # No form of another site can send this header.
    if is_check and request.headers.get("X-Requested-With") != "cps":
        return refuse(403)
    if hostname not in session:
        return refuse(404)
    try:
        try:
            shown, retry_after = (view(hostname, True) if is_check else view_of_late(hostname)), None
        except HTTPError as error:
            if not (is_check and error.code == 429):
                raise
            # It was looked at a moment ago: what is known, and when it may be asked again.
            shown, retry_after = view_of_late(hostname), error.headers.get("Retry-After")
        return answer(200, shown, retry_after) if shown else refuse(404)
    except HTTPError as error:
        if error.code == 429:
            return refuse(429, error.headers.get("Retry-After", "10"))
        return refuse(404 if error.code == 404 else 502)
    except Exception:
        # Whatever the error says may name a key or a machine.
        return refuse(502)


@require_GET
def show(request, hostname):
    return proxy(request, hostname, False)


# The header that is asked for in place of a token does what a token would.
@csrf_exempt
@require_POST
def check(request, hostname):
    return proxy(request, hostname, True)


urlpatterns = [route("domain-proxy/<str:hostname>", show), route("domain-proxy/<str:hostname>/check", check)]

if __name__ == "__main__":
    # Your own project has these.
    settings.configure(ALLOWED_HOSTS=["127.0.0.1", "localhost"], ROOT_URLCONF=__name__, SECRET_KEY=os.urandom(32).hex())
    with make_server("127.0.0.1", int(os.environ.get("PORT", "3000")), get_wsgi_application()) as server:
        print(f"http://localhost:{server.server_port}/", flush=True)
        server.serve_forever()
