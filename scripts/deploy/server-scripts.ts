/**
 * Run by `sh` on the server of an ssh target. `$1` is the published folder; releases are in `$1.releases`, numbered as
 * the build numbers them. Needs flock, readlink, and cp and mv of GNU or BusyBox.
 */

/** Makes a staging folder that shares the files of the live release, except those named on standard input. */
export const PREPARE = `set -eu
out=$1 staging=$2 base=$3
if [ -d "$out" ] && [ ! -L "$out" ]; then rmdir -- "$out"; fi
mkdir -p -- "$out.releases"
if [ "$base" = yes ]; then cp -al -- "$out/." "$staging"; else mkdir -- "$staging"; fi
cd -- "$staging"
xargs -0 rm -f --
find . -mindepth 1 -type d -empty -delete`;

const LOCKED = `set -eu
out=$1
exec 9> "$out.releases/deploy.lock"
flock 9
releases() { ls -1 "$out.releases" | grep -E '^[0-9]{6,}-' | LC_ALL=C sort; }
# -n replaces a link that an interrupted run left, where a plain \`ln -s\` would write into the release behind it.
make_live() {
  ln -sfn -- "\${out##*/}.releases/$1" "$out.next"
  test "$(readlink "$out.next")" = "\${out##*/}.releases/$1"
  mv -T -- "$out.next" "$out"
}
live=$(readlink "$out" || true)
live=\${live##*/}`;

/** Publishes a staging folder if the release \`$4\` is live, prints the id of the one that was, and keeps `$5` older ones. */
export const MAKE_LIVE = `${LOCKED}
staging=$2 release=$3 expected=$4
echo "\${live##*-}"
[ "\${live##*-}" = "$expected" ] || { rm -rf -- "$staging"; exit 0; }
test -s "$staging/manifest.json"
# Releases after the live one were rolled back, or never went live.
releases | LC_ALL=C awk -v live="$live" '$0 > live' | while read -r newer; do rm -rf -- "$out.releases/$newer"; done
last=$(releases | tail -n 1)
last=\${last%%-*}
name=$(printf '%06d' "$(expr "\${last:-0}" + 1)")-$release
sync
mv -T -- "$staging" "$out.releases/$name"
make_live "$name"
releases | grep -vxF -- "$name" | head -n -$5 | while read -r old; do rm -rf -- "$out.releases/$old"; done
rm -rf -- "$out.releases"/.staging-*`;

/** Publishes the release before the live one and prints its id, or nothing if none is kept. */
export const ROLL_BACK = `${LOCKED}
previous=$(releases | LC_ALL=C awk -v live="$live" '$0 < live' | tail -n 1)
[ -n "$previous" ] || exit 0
make_live "$previous"
echo "\${previous##*-}"`;
