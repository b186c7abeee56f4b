package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	client "local.invalid/generators/generated"
)

func main() {
	var domainID, unknownID, webhookID int64
	for at, id := range []*int64{&domainID, &unknownID, &webhookID} {
		must(fmt.Sscan(os.Args[at+1], id))
	}
	addKeys := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-KEY-ID", os.Getenv("CPS_API_KEY_ID"))
		request.Header.Set("X-API-KEY", os.Getenv("CPS_API_KEY"))
		return nil
	})
	api, err := client.NewClientWithResponses(os.Getenv("CPS_SITE"), addKeys)
	must(api, err)
	ctx := context.Background()

	found, err := api.GetDomainWithResponse(ctx, domainID)
	must(found, err)
	domain := found.JSON200
	fmt.Println("domain", domain.Id, domain.Diagnosis.Code, *domain.Diagnosis.Reason, domain.Error.Code)
	timeline, err := api.ListDomainEventsWithResponse(ctx, domainID, nil)
	must(timeline, err)
	fmt.Println("timeline", timeline.JSON200.Data[0].Type, timeline.JSON200.Data[0].Diagnosis)
	events, err := api.ListEventsWithResponse(ctx, nil)
	must(events, err)
	fmt.Println("event", events.JSON200.Data[0].Event)
	deliveries, err := api.ListDeliveriesWithResponse(ctx, webhookID, nil)
	must(deliveries, err)
	fmt.Println("delivery", deliveries.JSON200.Data[0].Event, deliveries.JSON200.Data[0].State)
	refused, err := api.GetDomainWithResponse(ctx, unknownID)
	must(refused, err)
	fmt.Println("refused", refused.StatusCode(), refused.JSON404.Error.Code)
}

func must(_ any, err error) {
	if err != nil {
		panic(err)
	}
}
