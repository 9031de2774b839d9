#!/bin/sh
# Says which libraries have known faults: of Go by govulncheck, of the front end by npm audit.
# Both ask a service; where it cannot be reached, a line says so, and the check is not done.
# Ends with 1 when a fault is found.
found=0
undone() { echo "NOT CHECKED: $1. Run make vulnerabilities where that can be reached, before a release at the latest."; }

if command -v govulncheck >/dev/null; then
	log=$(govulncheck ./... 2>&1)
	case $? in
	0) echo "Go: no known faults" ;;
	3) echo "$log"; found=1 ;;
	*) echo "$log" | tail -n 1; undone "Go: https://vuln.go.dev does not answer" ;;
	esac
else
	undone "Go: govulncheck is not installed (go install golang.org/x/vuln/cmd/govulncheck@latest)"
fi

log=$(cd web && npm audit --omit=dev 2>&1)
if [ $? -eq 0 ]; then
	echo "front end: no known faults"
elif echo "$log" | grep -q '^[0-9]* .*vulnerabilit'; then
	echo "$log"
	found=1
else
	echo "$log" | head -n 1
	undone "front end: the registry does not answer npm audit"
fi
exit $found
