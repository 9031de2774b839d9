package main

// units checks the files for systemd: that it knows every setting, and that what the process
// may do is at most 2.0 on its scale of exposure. The program is not installed, so another
// one stands for it.
const units = `dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
systemd-analyze security --offline=true --threshold=20 --no-pager deploy/systemd/holidaymaker.service >"$dir/security" || { cat "$dir/security"; exit 1; }
for unit in deploy/systemd/*; do sed 's|^ExecStart=[^ ]*|ExecStart=/bin/true|' "$unit" >"$dir/${unit##*/}"; done
found=$(systemd-analyze verify --man=no "$dir"/holidaymaker.* 2>&1 | grep holidaymaker || true)
[ -z "$found" ] || { echo "$found"; exit 1; }`
