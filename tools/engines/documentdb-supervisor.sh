# Runs inside the Debian root as its user postgres: PostgreSQL, and FerretDB in front of it.
# Arguments: the data folder as seen inside the root, the port for MongoDB's protocol, the address to listen on (loopback).
# The file `password` in the data folder holds the password of the user `forgemesh`, the only one.
# Stops both in order on SIGTERM and when its standard input is closed, which also happens when the starter dies,
# however it dies. With process numbers of its own it is number 1: its death by SIGKILL is the death of all.

data=$1
port=$2
address=${3:-127.0.0.1}
bin=/usr/lib/postgresql/18/bin
export PGHOST=$data/run PGUSER=postgres PGDATABASE=postgres
cd "$data" || exit 1
exec 3<&0 </dev/null

# Two at once on the same files would lose what one of them acknowledged. PostgreSQL cannot see one that has process numbers of its own, so all
# processes of an instance hold this lock: a new one begins when the last of the one before has ended, however that was.
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
# The extension's workers sign in with roles of their own over the socket, which our user alone reaches.
echo 'local all all peer map=own' >db/pg_hba.conf
echo 'own postgres all' >db/pg_ident.conf

# The folder is ours alone, so a pid file in it is a dead run's.
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

# The password of each start counts, so that it can be changed.
"$bin/psql" -q -v ON_ERROR_STOP=1 >/dev/null <<'SQL' || { kill -INT "$postgres"; wait "$postgres"; exit 1; }
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

# Whichever ends first, the engine ends as a whole.
wait -n "$ferretdb" "$postgres"
kill "$ferretdb" 2>/dev/null
wait "$ferretdb"
kill -INT "$postgres" 2>/dev/null
wait "$postgres"
