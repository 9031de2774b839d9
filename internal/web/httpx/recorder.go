package httpx

import "net/http"

// Recorder is a ResponseWriter that records the status and the size of an
// answer.
type Recorder struct {
	http.ResponseWriter
	// Status is 0 until the answer begins.
	Status int
	// Bytes is how many bytes of the body were written.
	Bytes int64
	// Operation is the name under which the answer is counted. Handlers set it.
	Operation string
}

// Record returns the recorder of a response. It makes one where there is none.
func Record(w http.ResponseWriter) *Recorder {
	if known, ok := w.(*Recorder); ok {
		return known
	}
	return &Recorder{ResponseWriter: w}
}

// WriteHeader implements http.ResponseWriter.
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 && status >= http.StatusOK {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (r *Recorder) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController access to the connection.
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
