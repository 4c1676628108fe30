# Runs on the server, in the parent folder of dist, with the name of the uploaded release in $release.
# Killed at any point, it leaves a complete release live.
set -eu
exec 9> deploy.lock
flock 9
test -s "uploaded/$release/manifest.json"

# A release is never replaced by that of an earlier run: a cut run may still reach this point after a later one.
live=$(readlink dist || true)
live=${live#uploaded/}
live=${live%%-*}
case $live in '' | *[!0-9]*) live=0 ;; esac
if [ "${release%%-*}" -lt "$live" ]; then
  echo "not published: $release is older than the live release; to go back, revert the commit and push" >&2
  exit 1
fi

# -n replaces a link that a cut run left, where a plain `ln -s` would write into the release behind it.
ln -sfn "uploaded/$release" dist.next
test "$(readlink dist.next)" = "uploaded/$release"
mv -T dist.next dist
test "$(readlink dist)" = "uploaded/$release"

# Two more releases stay, for readers that pinned one.
ls -1 uploaded | grep -vxF -- "$release" | sort -n | head -n -2 | while read -r old; do
  rm -rf -- "uploaded/$old"
done
