import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables besides that of sites whose rows decide what a published site shows, each with the id of its site. */
const OF_SITES = ['customization', 'visitor_auth', 'adaptive_schema', 'share_link'];

/** Every process hears when anything changes that Publishing stores of a site. */
export class HeardSites1790000060140 implements MigrationInterface {
  readonly name = 'HeardSites1790000060140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function publishing.notify_site_changed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('quire_record_changed', old.id);
        return null;
      end $$;
      create trigger notify_changed after update or delete on publishing.site
        for each row execute function publishing.notify_site_changed();

      create function publishing.notify_part_of_site_changed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('quire_record_changed', case tg_op when 'DELETE' then old.site_id else new.site_id end);
        return null;
      end $$;

      create or replace function publishing.tell_site_hosts() returns trigger language plpgsql as $$
      begin
        perform pg_notify('quire_site_hosts', '');
        perform pg_notify('quire_record_changed', 'addresses of sites');
        return null;
      end $$`);
    for (const table of OF_SITES) {
      await runner.query(`
        create trigger notify_changed after insert or update or delete on publishing.${table}
          for each row execute function publishing.notify_part_of_site_changed()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of OF_SITES) await runner.query(`drop trigger notify_changed on publishing.${table}`);
    await runner.query(`
      create or replace function publishing.tell_site_hosts() returns trigger language plpgsql as $$
      begin
        perform pg_notify('quire_site_hosts', '');
        return null;
      end $$;
      drop function publishing.notify_part_of_site_changed;
      drop trigger notify_changed on publishing.site;
      drop function publishing.notify_site_changed`);
  }
}
