#!/usr/bin/env bash
# No display, hardly any room, a signal.
exec python3 "$(dirname "${BASH_SOURCE[0]}")/ends.py"
