#!/bin/sh
# Builds the brands that the tests in a browser need beside that of bin/holidaymaker:
#   tools/brands.sh FOLDER CODE...
# writes FOLDER/holidaymaker-CODE for each site code. XX is the brand of
# e2e/testdata/brand-xx; it is not in the product, so it comes last. The sources are
# copied, because a build writes the front end into them.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude=web/node_modules --exclude=internal/web/dist --exclude=internal/web/render/dist/page.js \
  Makefile cmd go.mod go.sum internal tools web | tar -xf - -C "$copy"
ln -s "$PWD/web/node_modules" "$copy/web/node_modules"

for code; do
  if [ "$code" = XX ]; then
    cp -R e2e/testdata/brand-xx/web "$copy/web/src/brands/xx"
    cp -R e2e/testdata/brand-xx/site "$copy/internal/site/brands/xx"
  fi
  # Packages compiled for one copy are those of the next one, too.
  NODE_ENV=production GOFLAGS=-trimpath make -s -C "$copy" build SITE="$code" VERSION=dev
  mv "$copy/bin/holidaymaker" "$folder/holidaymaker-$code"
done
