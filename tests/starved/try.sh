# shellcheck shell=sh
# try STATUS COMMAND...: a row of the cases in this directory. Does it, with a program of which each allocation fails
# before (tests/starved/starved.c); the case fails unless it ends with STATUS.
STARVED_TRIED=$(dirname "$PWD")/tried
[ -z "${SFP_LONG-}" ] || : "${STARVED:=last}"
export STARVED_TRIED ${SFP_LONG:+STARVED}
failed=0
trap 'exit $failed' EXIT
try()
{
    wanted=$1
    shift
    said=$("$@" 2>&1 >/dev/null)
    status=$?
    [ "$status" != "$wanted" ] || return 0
    printf '%s: status %s\n%s\n' "$*" "$status" "$said" >&2
    failed=1
}
