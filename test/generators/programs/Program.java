import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DomainsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.auth.ApiKeyAuth;
import org.openapitools.client.model.ErrorBody;

class Program {
  public static void main(String[] ids) throws ApiException {
    long domainId = Long.parseLong(ids[0]), unknownId = Long.parseLong(ids[1]), webhookId = Long.parseLong(ids[2]);
    ApiClient client = new ApiClient().setBasePath(System.getenv("CPS_SITE"));
    ((ApiKeyAuth) client.getAuthentication("ApiKeyIdHeader")).setApiKey(System.getenv("CPS_API_KEY_ID"));
    ((ApiKeyAuth) client.getAuthentication("ApiKeyHeader")).setApiKey(System.getenv("CPS_API_KEY"));
    DomainsApi domains = new DomainsApi(client);

    var domain = domains.getDomain(domainId);
    var diagnosis = domain.getDiagnosis();
    print("domain", domain.getId(), diagnosis.getCode(), diagnosis.getReason(), domain.getError().getCode());
    var entry = domains.listDomainEvents(domainId, null, null).getData().get(0);
    print("timeline", entry.getType(), entry.getDiagnosis());
    print("event", new EventsApi(client).listEvents(null, null, null, null, null, null, null).getData().get(0).getEvent());
    var delivery = new WebhooksApi(client).listDeliveries(webhookId, null, null, null, null).getData().get(0);
    print("delivery", delivery.getEvent(), delivery.getState());
    try {
      domains.getDomain(unknownId);
    } catch (ApiException refusal) {
      ErrorBody body = org.openapitools.client.JSON.getGson().fromJson(refusal.getResponseBody(), ErrorBody.class);
      print("refused", refusal.getCode(), body.getError().getCode());
    }
  }

  static void print(Object... words) {
    System.out.println(String.join(" ", java.util.Arrays.stream(words).map(String::valueOf).toList()));
  }
}
