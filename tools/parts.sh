# Sourced by test.sh, night.sh and code.sh: a run of several parts. Runs every part even if earlier ones failed; finally
# lists the failed ones and the time each took, and at the very end, where a cut log still shows them, the failed tests.

status=0
summary=""
failures=""

# part TITLE COMMAND...
part() {
  local began=$SECONDS verdict=passed
  echo "== $1"
  "${@:2}" || { verdict=FAILED; status=1; }
  local took=$((SECONDS - began))
  summary+="$(printf '%s %3d:%02d  %s' $verdict $((took / 60)) $((took % 60)) "$1")"$'\n'
}

# Prints the summary and the failed tests; exits 1 if a part failed.
finish() {
  printf '\n%s%s' "$summary" "$failures"
  exit $status
}

# run_tests FOLDER CTEST_OPTIONS...: FOLDER below the root. Keeps for finish() which tests failed.
run_tests() {
  local log="$root/$1/tests.log"
  ctest --test-dir "$root/$1" --output-on-failure -j "$(nproc)" --output-log "$log" "${@:2}" && return
  failures+="$(failed_tests "$log" | head -n 25)"$'\n'
  return 1
}

# failed_tests LOG: of what ctest wrote, the names of the tests that failed, each with the first lines of what it found.
failed_tests() {
  awk '/ Test +#[0-9]+: / { failed = /\*\*\*/ && !/\*\*\*Skipped/; left = failed ? 4 : 0; found = 0 }
       failed && / Test +#[0-9]+: / { sub(/^.*Test +#[0-9]+: /, "FAILED  "); gsub(/\.\.\.+/, ""); print; next }
       /: Failure$|rror|fault/ { found = 1 }
       left > 0 && found { print "        " $0; left-- }' "$1"
}
