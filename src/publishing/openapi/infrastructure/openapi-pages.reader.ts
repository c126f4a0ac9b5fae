import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { ComputeOpenAPIDocument, ComputeOpenAPIPages, OpenAPISpecsBySlugs, type OpenAPIPages } from '#content';
import type { SpecificationOutline } from '#openapi';
import type { RichDocument } from '#rich-document';
import type { OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import { computeDocument } from '../domain/compute-document.js';
import { computePages } from '../domain/compute-pages.js';
import { linkedSpecRole, specPermissions } from '../domain/openapi-spec.policy.js';
import { IS_NAMED, SPEC_COLUMNS, toOpenAPISpecView, type OpenAPISpecRow } from './openapi-spec-row.js';

interface OutlineRow {
  id: string;
  slug: string;
  version: string;
  createdAt: Date;
  outline: SpecificationOutline;
}

const OUTLINE = 's.id, s.slug, v.id as version, v.created_at as "createdAt", v.outline';
const LATEST_OUTLINE = `select ${OUTLINE} from publishing.openapi_spec s
  join publishing.openapi_version v
    on v.organization_id = s.organization_id and v.spec_id = s.id and v.id = s.last_version_id
  where s.organization_id = $1 and ${IS_NAMED}`;
/** Each is looked up by its slug and by its id. */
const LATEST_OUTLINES = `select ${OUTLINE} from unnest($2::text[]) wanted (name)
  cross join lateral (
    select s.id, s.slug, s.last_version_id from publishing.openapi_spec s
    where s.organization_id = $1 and lower(s.slug) = lower(wanted.name) and s.slug = wanted.name
    union
    select s.id, s.slug, s.last_version_id from publishing.openapi_spec s
    where s.organization_id = $1 and s.id = wanted.name
  ) s
  cross join lateral (
    select v.id, v.created_at, v.outline from publishing.openapi_version v
    where v.organization_id = $1 and v.spec_id = s.id and v.id = s.last_version_id offset 0
  ) v`;

@QueryHandler(ComputeOpenAPIPages)
export class ComputeOpenAPIPagesHandler implements IQueryHandler<ComputeOpenAPIPages> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, wanted }: ComputeOpenAPIPages): Promise<(OpenAPIPages | undefined)[]> {
    const rows = await this.sql.rows<OutlineRow & {}>('openapi-version.outlines-2', LATEST_OUTLINES, [
      organizationId,
      [...new Set(wanted.map(({ spec }) => spec))],
    ]);
    const found = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.slug, row] as const]));
    return wanted.map(({ spec, props }) => {
      const row = found.get(spec);
      if (!row) return undefined;
      const { id, slug, version, createdAt, outline } = row;
      return { id, slug, version, createdAt, pages: computePages(outline, slug, props) };
    });
  }
}

@QueryHandler(ComputeOpenAPIDocument)
export class ComputeOpenAPIDocumentHandler implements IQueryHandler<ComputeOpenAPIDocument> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, spec, props }: ComputeOpenAPIDocument): Promise<RichDocument | undefined> {
    const row = await this.sql.row<OutlineRow & {}>('openapi-version.outline', LATEST_OUTLINE, [organizationId, spec]);
    return row && computeDocument(row.outline, row.slug, props);
  }
}

@QueryHandler(OpenAPISpecsBySlugs)
export class OpenAPISpecsBySlugsHandler implements IQueryHandler<OpenAPISpecsBySlugs> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute(query: OpenAPISpecsBySlugs): Promise<ReadonlyMap<string, OpenAPISpecView>> {
    const { caller, organizationId, slugs } = query;
    const role = linkedSpecRole(caller, organizationId);
    if (!role) return new Map();
    const rows = await this.sql.rows<OpenAPISpecRow & {}>(
      'openapi-spec.by-slugs',
      `select ${SPEC_COLUMNS} from publishing.openapi_spec s where s.organization_id = $1 and s.slug = any($2)`,
      [organizationId, slugs],
    );
    const permissions = specPermissions(role);
    return new Map(rows.map((row) => [row.slug, toOpenAPISpecView(row, permissions, this.settings.publicUrl)]));
  }
}
