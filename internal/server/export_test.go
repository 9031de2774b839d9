package server

// CloseStore closes the database under a running server, to see what visitors
// are told when it is gone.
func (s *Server) CloseStore() { _ = s.store.Close() }
