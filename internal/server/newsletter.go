package server

import "context"

// signUp keeps a newsletter sign-up under the brand's referer code.
func (s *Server) signUp(ctx context.Context, email, firstName string) error {
	return s.store.SignUp(ctx, email, firstName, s.site.Referer.Code)
}
