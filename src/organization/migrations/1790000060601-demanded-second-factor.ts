import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Organizations may demand a second factor; sessions record whether they have one, and tokens whether they were made
 * with one. What was there before has none.
 */
export class DemandedSecondFactor1790000060601 implements MigrationInterface {
  readonly name = 'DemandedSecondFactor1790000060601';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organization.organization add column second_factor_since timestamptz;
      alter table organization.session add column second_factor boolean not null default false;
      alter table organization.token add column second_factor boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organization.token drop column second_factor;
      alter table organization.session drop column second_factor;
      alter table organization.organization drop column second_factor_since;
    `);
  }
}
