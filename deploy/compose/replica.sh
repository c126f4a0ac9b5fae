#!/bin/sh
# Starts PostgreSQL as a streaming replica with the arguments of this script, after copying the primary at the first
# start. Reads PGDATA, PRIMARY_HOST, PRIMARY_PORT and REPLICATION_PASSWORD; runs as the user postgres.
set -eu
umask 077

folder=$(dirname "$PGDATA")
mkdir -p "$folder"
passfile=$folder/replication.pgpass
printf '%s:%s:*:replication:%s\n' "$PRIMARY_HOST" "$PRIMARY_PORT" "$REPLICATION_PASSWORD" >"$passfile"
primary="host=$PRIMARY_HOST port=$PRIMARY_PORT user=replication passfile=$passfile application_name=replica"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Copied beside its place, so that a copy that was interrupted is not taken for a whole one.
  rm -rf "$PGDATA.partial"
  pg_basebackup --dbname="$primary" --no-password --pgdata="$PGDATA.partial" --checkpoint=fast --slot=replica
  touch "$PGDATA.partial/standby.signal"
  [ ! -d "$PGDATA" ] || rmdir "$PGDATA"
  mv "$PGDATA.partial" "$PGDATA"
fi

exec "$@" --primary_conninfo="$primary" --primary_slot_name=replica --hot_standby_feedback=on
