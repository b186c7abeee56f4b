import os
import sys

from certificate_provisioning_api_client import AuthenticatedClient
from certificate_provisioning_api_client.api.domains import get_domain, list_domain_events
from certificate_provisioning_api_client.api.events import list_events
from certificate_provisioning_api_client.api.webhooks import list_deliveries

domain_id, unknown_id, webhook_id = map(int, sys.argv[1:])
client = AuthenticatedClient(
    base_url=os.environ["CPS_SITE"],
    headers={"X-API-KEY-ID": os.environ["CPS_API_KEY_ID"]},
    auth_header_name="X-API-KEY",
    prefix="",
    token=os.environ["CPS_API_KEY"],
)

domain = get_domain.sync(domain_id, client=client)
print("domain", domain.id, domain.diagnosis.code, domain.diagnosis.reason, domain.error.code)
entry = list_domain_events.sync(domain_id, client=client).data[0]
print("timeline", entry.type_, entry.diagnosis)
print("event", list_events.sync(client=client).data[0].event)
delivery = list_deliveries.sync(webhook_id, client=client).data[0]
print("delivery", delivery.event, delivery.state)
refused = get_domain.sync_detailed(unknown_id, client=client)
print("refused", int(refused.status_code), refused.parsed.error.code)
