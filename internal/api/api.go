// Package api is the HTTP interface of the product: operations with typed
// inputs and answers, their envelope, codes and limits. Its Go types are the
// contract, of which OpenAPI and the front end's types are generated.
package api

// API serves the operations.
type API struct{}
