# Runs PostgreSQL and FerretDB inside the Debian root as the user postgres. Arguments: the data
# folder as seen inside the root, the port of the MongoDB protocol, and the loopback address to
# listen on. The file `password` in the data folder contains the password of the only user,
# `forgemesh`. Both are stopped in order on SIGTERM and when standard input is closed, which also
# happens when the parent process dies. With its own PID namespace this process is PID 1, so that
# SIGKILL ends all processes of the instance.

data=$1
port=$2
address=${3:-127.0.0.1}
bin=/usr/lib/postgresql/18/bin
export PGHOST=$data/run PGUSER=postgres PGDATABASE=postgres
cd "$data" || exit 1
exec 3<&0 </dev/null

# Two instances on the same files would lose acknowledged writes. PostgreSQL cannot detect an
# instance in another PID namespace, so all processes of an instance hold this lock: a new instance
# starts when the last process of the previous one has ended.
exec 4>>lock
flock --wait 60 4 || { echo 'The data is in use by another instance' >&2; exit 1; }

if [ ! -d db ]; then
  rm -rf db.new
  "$bin/initdb" -D db.new -U postgres -E UTF8 --locale=C.UTF-8 --auth=peer || exit 1
  echo "include '../engine.conf'" >>db.new/postgresql.conf
  sync
  mv db.new db
fi
mkdir -p -m 700 run state
# The extension's workers sign in with their own roles over the socket, which only this user can
# reach.
echo 'local all all peer map=own' >db/pg_hba.conf
echo 'own postgres all' >db/pg_ident.conf

# The lock is held, so a pid file belongs to a dead instance.
rm -f db/postmaster.pid
"$bin/postgres" -D db 3<&- &
postgres=$!
until "$bin/pg_isready" -q; do
  kill -0 "$postgres" 2>/dev/null || exit 1
  sleep 0.05
done

if [ "$(cat extension-version 2>/dev/null)" != "$FORGE_EXTENSION" ]; then
  "$bin/psql" -q -v ON_ERROR_STOP=1 \
    -c 'CREATE EXTENSION IF NOT EXISTS documentdb CASCADE' \
    -c 'ALTER EXTENSION documentdb_core UPDATE' -c 'ALTER EXTENSION documentdb UPDATE' &&
    echo "$FORGE_EXTENSION" >extension-version || { kill -INT "$postgres"; wait "$postgres"; exit 1; }
fi

# The password is set at each start, so that it can be changed.
"$bin/psql" -q -v ON_ERROR_STOP=1 >/dev/null <<'SQL' || { kill -INT "$postgres"; wait "$postgres"; exit 1; }
-- Two jobs look for background index builds every two seconds, each time with a new process.
-- FerretDB builds indexes at once, so a look each hour is enough.
SELECT cron.alter_job(jobid, schedule => '0 * * * *') FROM cron.job
  WHERE command LIKE '%build_index_concurrently%' AND schedule <> '0 * * * *';
\set password `cat password`
SELECT CASE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = 'forgemesh')
  THEN documentdb_api.update_user(json_build_object('updateUser', 'forgemesh', 'pwd', :'password')::text::documentdb_core.bson)
  ELSE documentdb_api.create_user(json_build_object('createUser', 'forgemesh', 'pwd', :'password', 'roles', json_build_array(
    json_build_object('role', 'readWriteAnyDatabase', 'db', 'admin'),
    json_build_object('role', 'clusterAdmin', 'db', 'admin')))::text::documentdb_core.bson)
END;
SQL

/usr/local/bin/ferretdb --postgresql-url="postgres:///postgres?host=$data/run&user=postgres&pool_max_conns=60" \
  --listen-addr="$address:$port" --state-dir="$data/state" --telemetry=disable --debug-addr=- --auth=true \
  --log-level=WARN 3<&- &
ferretdb=$!

trap 'kill "$ferretdb" 2>/dev/null' TERM INT
{
  cat <&3 >/dev/null
  kill "$ferretdb"
} &
exec 3<&-

# If either process ends, the whole instance is stopped.
wait -n "$ferretdb" "$postgres"
kill "$ferretdb" 2>/dev/null
wait "$ferretdb"
kill -INT "$postgres" 2>/dev/null
wait "$postgres"
