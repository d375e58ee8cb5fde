# Starts the database on the folder /data/db, for the other pods of the release: only they reach it.

data=/data/db
lib=/usr/local/lib/forgemesh
{
  sed "s#@DATA@#$data#g" "$lib/documentdb.conf"
  # Where /dev/shm is small.
  echo 'dynamic_shared_memory_type = mmap'
} >"$data/engine.conf" || exit 1
# The environment of the pod names the password of the user `forgemesh`.
(umask 077 && printf %s "${FORGE_DATABASE_PASSWORD:?}" >"$data/password") || exit 1
FORGE_EXTENSION=$(sed -n "s/^default_version = '\(.*\)'/\1/p" /usr/share/postgresql/18/extension/documentdb.control)
export FORGE_EXTENSION
# The end of its input would be its end; here a signal is.
exec /bin/bash "$lib/documentdb-supervisor.sh" "$data" 27017 0.0.0.0 < <(exec sleep infinity)
