#!/usr/bin/env bash
# By keys alone, without a card: from the first screen to the recorded 209 timeline.
exec python3 "$(dirname "${BASH_SOURCE[0]}")/walk.py"
