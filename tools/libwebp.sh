# Copies libwebp, compiled to WebAssembly, from the module that publishes it. The
# module itself is no dependency: it would load a library of the machine, if there
# is one, and link the binary to the machine's C library for that.
set -e
module=github.com/gen2brain/webp@v0.5.5
from=$(go mod download -json "$module" | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')
to=internal/content/picture/webp
cp "$from/lib/webp.wasm.gz" "$to/libwebp.wasm.gz"
cp "$from/lib/LICENSE.libwebp" "$to/licences/libwebp/LICENSE"
cp "$from/LICENSE" "$to/licences/gen2brain/LICENSE"
chmod 644 "$to/libwebp.wasm.gz" "$to"/licences/*/LICENSE
