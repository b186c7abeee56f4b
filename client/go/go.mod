// The path is a placeholder, until the repository has an address: README.md says what to change.
module example.com/certificate-provisioning-service/client/go

go 1.24
