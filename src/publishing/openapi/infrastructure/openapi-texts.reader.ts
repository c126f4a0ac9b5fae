import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ReadOpenAPITexts, type OpenAPIText } from '#content';
import { textKey } from '../domain/text-key.js';

/** Characters of the texts of one answer; those beyond are left out. */
const MOST_CHARACTERS = 1_000_000;

interface TextRow extends OpenAPIText {
  slug: string;
  key: string;
}

@QueryHandler(ReadOpenAPITexts)
export class ReadOpenAPITextsHandler implements IQueryHandler<ReadOpenAPITexts> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, wanted }: ReadOpenAPITexts): Promise<(OpenAPIText | undefined)[]> {
    if (wanted.length === 0) return [];
    const places = wanted.map((one) => ({ slug: one.spec, key: textKey(one) }));
    const rows = await this.sql.rows<TextRow & {}>(
      'openapi-text.read-2',
      `select slug, key, version, introduction, text from (
       select s.slug, t.key, s.last_version_id as version, t.introduction, t.text,
         sum(length(t.introduction) + length(t.text)) over (order by wanted.place) as characters
       from unnest($2::text[], $3::text[]) with ordinality wanted (slug, key, place)
       cross join lateral (
         select s.id, s.slug, s.last_version_id from publishing.openapi_spec s
         where s.organization_id = $1 and lower(s.slug) = lower(wanted.slug) and s.slug = wanted.slug offset 0
       ) s
       cross join lateral (
         select t.key, t.introduction, t.text from publishing.openapi_text t
         where t.organization_id = $1 and t.spec_id = s.id and t.key = wanted.key offset 0
       ) t
       ) found where characters <= ${MOST_CHARACTERS}`,
      [organizationId, places.map(({ slug }) => slug), places.map(({ key }) => key)],
    );
    const found = new Map(rows.map((row) => [`${row.slug} ${row.key}`, row]));
    return places.map(({ slug, key }) => {
      const row = found.get(`${slug} ${key}`);
      return row && { version: row.version, introduction: row.introduction, text: row.text };
    });
  }
}
