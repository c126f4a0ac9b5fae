-- The user and the slot of the replica. Runs at every start, so that REPLICATION_PASSWORD may change.
\getenv password REPLICATION_PASSWORD
select 'create role replication' where not exists (select from pg_roles where rolname = 'replication') \gexec
alter role replication with login replication password :'password';
-- A slot whose WAL is gone is of no use: the replica has to be copied anew.
select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'replica' and wal_status = 'lost';
select pg_create_physical_replication_slot('replica', true)
where not exists (select from pg_replication_slots where slot_name = 'replica');
