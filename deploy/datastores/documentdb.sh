# Starts the database on the folder /data/db, reachable from the other pods of the release.

data=/data/db
lib=/usr/local/lib/forgemesh
{
  sed "s#@DATA@#$data#g" "$lib/documentdb.conf"
  # For containers with a small /dev/shm.
  echo 'dynamic_shared_memory_type = mmap'
} >"$data/engine.conf" || exit 1
# The pod's environment contains the password of the user `forgemesh`.
(umask 077 && printf %s "${FORGE_DATABASE_PASSWORD:?}" >"$data/password") || exit 1
FORGE_EXTENSION=$(sed -n "s/^default_version = '\(.*\)'/\1/p" /usr/share/postgresql/18/extension/documentdb.control)
export FORGE_EXTENSION
# The supervisor stops at the end of its input, so the input stays open; the pod is stopped by a
# signal.
exec /bin/bash "$lib/documentdb-supervisor.sh" "$data" 27017 0.0.0.0 < <(exec sleep infinity)
