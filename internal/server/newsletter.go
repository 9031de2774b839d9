package server

import "context"

// signUp stores a newsletter sign-up with the brand's referer code.
func (s *Server) signUp(ctx context.Context, email, firstName string) error {
	return s.store.SignUp(ctx, email, firstName, s.site.Referer.Code)
}
