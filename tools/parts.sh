# Sourced by test.sh, night.sh and code.sh: a run of several parts. Runs every part even if earlier ones failed; finally
# lists the failed ones and the time each took.

status=0
summary=""

# part TITLE COMMAND...
part() {
  local began=$SECONDS verdict=passed
  echo "== $1"
  "${@:2}" || { verdict=FAILED; status=1; }
  local took=$((SECONDS - began))
  summary+="$(printf '%s %3d:%02d  %s' $verdict $((took / 60)) $((took % 60)) "$1")"$'\n'
}

# Prints the summary; exits 1 if a part failed.
finish() {
  printf '\n%s' "$summary"
  exit $status
}
