#!/usr/bin/env bash
# Referees a full turn of Waterloo in the real window by keyboard alone: types tests/scripts/waterloo-turn.txt with
# xdotool, counts the keystrokes, and has the journal replayed; ACTIVATIONS leaves it at the first few. Needs a display (xvfb-run
# gives one) and xdotool.
#
#     cargo build && xvfb-run -a -s "-screen 0 1600x1000x24" tests/scripts/real-window.sh target/debug/drumhead [ACTIVATIONS]
set -euo pipefail
program=${1:?usage: real-window.sh PROGRAM [ACTIVATIONS]}
left=${2:-1000}
script=$(dirname "$0")/waterloo-turn.txt
scratch=$(mktemp -d)
journal=$scratch/journals/waterloo-001.drumhead
DRUMHEAD_HOME=$scratch XDG_DATA_HOME=$scratch "$program" waterloo --seed 1 &
window=$!
trap 'kill "$window" 2>/dev/null || true; rm -rf "$scratch"' EXIT

id=$(timeout 90 xdotool search --sync --onlyvisible --name '^Drumhead$' | head -n 1)
# Without a window manager nobody else gives it the keyboard. The first frames take a while.
sleep 4
xdotool windowfocus "$id"
sleep 2

lines() { wc -l < "$journal"; }

# Dice are typed from here on; the order line opens.
# Alt is held as a hand holds it: pressed and let go at once it comes after its letter.
xdotool keydown alt
sleep 0.5
xdotool key d
sleep 0.5
xdotool keyup alt
sleep 1
xdotool type /
sleep 1

orders=0 keys=0 most=0 wanted=order
while IFS= read -r line; do
  case $line in '' | '# '*) continue ;; esac
  typed=${line%%  *}
  said=${line#*  }
  before=$(lines)
  xdotool type --delay 15 -- "$typed"
  xdotool key Return
  count=$((${#typed} + 1))
  keys=$((keys + count))
  if [ "$wanted" = order ]; then
    orders=$((orders + 1))
    # What names the stands is not counted: digits, commas and the number sign.
    bare=$(printf '%s' "$typed" | sed -E 's/^[0-9,#]+//')
    [ $((${#bare} + 1)) -le "$most" ] || most=$((${#bare} + 1))
  fi
  if [[ $said == *'dice are asked for'* ]]; then
    wanted=dice
    sleep 0.6
    continue
  fi
  wanted=order
  for _ in $(seq 600); do
    if [ "$(lines)" -gt "$before" ]; then
      [[ $said != *' is done' ]] || left=$((left - 1))
      [ "$left" -gt 0 ] && continue 2 || break 2
    fi
    sleep 0.1
  done
  echo "the window did not take the line \"$typed\" (order $orders)" >&2
  exit 1
done < "$script"

kill "$window"
wait "$window" 2>/dev/null || true
replayed=$("$program" replay "$journal")
echo "$replayed" | tail -n 3
echo "$orders orders, $keys keystrokes in all, at most $most after the stands are named"
[ "$most" -le 5 ]
