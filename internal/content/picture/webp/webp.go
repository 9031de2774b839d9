// Package webp encodes pictures as WebP with loss. There is no well-kept encoder
// for it in Go without C, so it runs the format's own library, libwebp, as
// WebAssembly. The library has a memory of its own and no way out of it: a fault
// in it fails one picture.
package webp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	_ "embed" // the library
	"errors"
	"fmt"
	"image"
	"io"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// library is libwebp 1.4.0 with its encoder, from the module
// github.com/gen2brain/webp (make libwebp).
//
//go:embed libwebp.wasm.gz
var library []byte

const (
	// maxPixels limits the time and the memory that a picture takes.
	maxPixels = 4 << 20
	// maxSide is the format's own limit.
	maxSide = 16383
	// memoryPages is MemoryPages where it is not set.
	memoryPages = 2048
	// method is how hard the library tries, from 0 to 6. At 4 a picture is 5 %
	// smaller and takes three times as long.
	method = 2
)

// translations keeps the library as machine code, for all encoders of the process.
var translations = wazero.NewCompilationCache()

// Encoder encodes pictures, several at a time. The library is prepared with the
// first one. The zero Encoder is ready to use.
type Encoder struct {
	// MemoryPages limits the memory of one picture: pages of 64 kB; 0: 2,048.
	MemoryPages uint32

	once    sync.Once
	failed  atomic.Bool
	machine wazero.Runtime
	code    wazero.CompiledModule
	err     error
}

// prepare translates the library into machine code. On a processor for which
// there is none it fails: interpreted, a picture would take a minute.
func (e *Encoder) prepare(ctx context.Context) {
	defer func() {
		if value := recover(); value != nil {
			e.err = fmt.Errorf("prepare libwebp: %v", value)
		}
		e.failed.Store(e.err != nil)
	}()
	e.machine = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler().WithCompilationCache(translations).WithMemoryLimitPages(cmp.Or(e.MemoryPages, memoryPages)))
	packed, err := gzip.NewReader(bytes.NewReader(library))
	if err != nil {
		e.err = fmt.Errorf("unpack libwebp: %w", err)
		return
	}
	binary, err := io.ReadAll(packed)
	if err != nil {
		e.err = fmt.Errorf("unpack libwebp: %w", err)
		return
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.machine); err != nil {
		e.err = fmt.Errorf("prepare libwebp: %w", err)
		return
	}
	if e.code, err = e.machine.CompileModule(ctx, binary); err != nil {
		e.err = fmt.Errorf("prepare libwebp: %w", err)
	}
}

// Fits reports whether a picture of a size can be encoded.
func Fits(width, height int) bool {
	return width > 0 && height > 0 && width <= maxSide && height <= maxSide && width <= maxPixels/height
}

// Failed reports whether the library could not be prepared: no picture can then be
// encoded.
func (e *Encoder) Failed() bool { return e.failed.Load() }

// Encode encodes a picture that fits; quality is from 1 to 99.
func (e *Encoder) Encode(ctx context.Context, m *image.NRGBA, quality int) ([]byte, error) {
	if width, height := m.Rect.Dx(), m.Rect.Dy(); !Fits(width, height) {
		return nil, fmt.Errorf("a picture of %d × %d pixels is not encoded as WebP", width, height)
	}
	ctx = context.WithoutCancel(ctx) // the library cannot stop half-way
	e.once.Do(func() { e.prepare(ctx) })
	if e.err != nil {
		return nil, e.err
	}
	// Each picture has a memory of its own, which is given back with it.
	instance, err := e.machine.InstantiateModule(ctx, e.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("start libwebp: %w", err)
	}
	defer func() { _ = instance.Close(ctx) }()
	encoded, err := encode(ctx, instance, m, quality)
	if err != nil {
		return nil, fmt.Errorf("encode as WebP: %w", err)
	}
	return encoded, nil
}

var errNoMemory = errors.New("libwebp has too little memory")

// encode runs the library's encoder on a picture in the library's memory.
func encode(ctx context.Context, library api.Module, m *image.NRGBA, quality int) ([]byte, error) {
	width, height := m.Rect.Dx(), m.Rect.Dy()
	pixels, err := allocate(ctx, library, 4*width*height)
	if err != nil {
		return nil, err
	}
	length, err := allocate(ctx, library, 4)
	if err != nil {
		return nil, err
	}
	memory := library.Memory()
	for y := range height {
		from := m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y+y)
		if !memory.Write(pixels+uint32(4*width*y), m.Pix[from:from+4*width]) {
			return nil, errNoMemory
		}
	}
	const rgba, lossless, exact = 0, 0, 0
	result, err := library.ExportedFunction("encode").Call(ctx, uint64(pixels), uint64(width), uint64(height), uint64(length), rgba, uint64(quality), method, lossless, exact)
	if err != nil {
		return nil, err
	}
	size, ok := memory.ReadUint32Le(length)
	if at := uint32(result[0]); ok && at != 0 && size != 0 {
		if encoded, ok := memory.Read(at, size); ok {
			return bytes.Clone(encoded), nil
		}
	}
	return nil, errNoMemory
}

// allocate returns the address of free bytes in the library's memory.
func allocate(ctx context.Context, library api.Module, size int) (uint32, error) {
	result, err := library.ExportedFunction("malloc").Call(ctx, uint64(size))
	if err != nil {
		return 0, err
	}
	if result[0] == 0 {
		return 0, errNoMemory
	}
	return uint32(result[0]), nil
}
