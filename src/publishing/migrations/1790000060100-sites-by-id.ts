import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites are found by their ids alone, and those that everyone may read are listed at the server's own address. */
export class SitesById1790000060100 implements MigrationInterface {
  readonly name = 'SitesById1790000060100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index site_by_id on publishing.site (id);
      create index site_for_everyone on publishing.site (published_at, id)
        where published and visibility = 'public';

      create function publishing.tell_site_hosts() returns trigger language plpgsql as $$
      begin
        perform pg_notify('quire_site_hosts', '');
        return null;
      end $$;
      create trigger site_hosts_changed after insert or update or delete on publishing.site_address
        for each statement execute function publishing.tell_site_hosts()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger site_hosts_changed on publishing.site_address;
      drop function publishing.tell_site_hosts;
      drop index publishing.site_for_everyone;
      drop index publishing.site_by_id`);
  }
}
