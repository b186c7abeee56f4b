import os
import sys

from openapi_client import ApiClient, Configuration, DomainsApi, EventsApi, WebhooksApi
from openapi_client.exceptions import NotFoundException

domain_id, unknown_id, webhook_id = map(int, sys.argv[1:])
keys = {"ApiKeyIdHeader": os.environ["CPS_API_KEY_ID"], "ApiKeyHeader": os.environ["CPS_API_KEY"]}
client = ApiClient(Configuration(host=os.environ["CPS_SITE"], api_key=keys))
domains = DomainsApi(client)

domain = domains.get_domain(domain_id)
print("domain", domain.id, domain.diagnosis.code, domain.diagnosis.reason, domain.error.code)
entry = domains.list_domain_events(domain_id).data[0]
print("timeline", entry.type, entry.diagnosis)
print("event", EventsApi(client).list_events().data[0].event)
delivery = WebhooksApi(client).list_deliveries(webhook_id).data[0]
print("delivery", delivery.event, delivery.state)
try:
    domains.get_domain(unknown_id)
except NotFoundException as refusal:
    print("refused", refusal.status, refusal.data.error.code)
