import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Functions of triggers send their notices with the kernel's. */
export class Notices1790000060541 implements MigrationInterface {
  readonly name = 'Notices1790000060541';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(replaced('pg_notify(', 'kernel.notify('));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaced('kernel.notify(', 'pg_notify('));
  }
}

const replaced = (from: string, to: string): string => `
  do $body$
  declare definition text;
  begin
    for definition in
      select pg_get_functiondef(f.oid) from pg_proc f
      where f.pronamespace = 'publishing'::regnamespace and strpos(f.prosrc, '${from}') > 0
    loop
      execute replace(definition, '${from}', '${to}');
    end loop;
  end $body$`;
