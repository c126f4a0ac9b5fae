import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The domains of e-mail addresses that organizations have proved. Until now none was asked for, so those that identity
 * providers have vouched for, and those that organizations with a provider list, count as proved by this upgrade.
 */
export class EmailDomains1790000060570 implements MigrationInterface {
  readonly name = 'EmailDomains1790000060570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.email_domain (
        organization_id text collate "C" not null,
        domain text collate "C" not null,
        version int not null,
        token text not null,
        created_at timestamptz not null,
        proved_at timestamptz,
        proved_by text collate "C",
        primary key (organization_id, domain)
      );
      create index email_domain_proved on organization.email_domain (domain) where proved_at is not null;
      insert into organization.email_domain (organization_id, domain, version, token, created_at, proved_at, proved_by)
      select organization_id, domain, 1, replace(gen_random_uuid()::text, '-', ''), now(), now(), 'upgrade'
      from (
        select o.id as organization_id, unnest(o.email_domains) as domain from organization.organization o
        where exists (select from organization.saml_provider p where p.organization_id = o.id)
        union
        select m.organization_id, split_part(u.email, '@', 2) from organization.member m
        join organization."user" u on u.id = m.user_id where m.sso
      ) known
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.email_domain');
  }
}
