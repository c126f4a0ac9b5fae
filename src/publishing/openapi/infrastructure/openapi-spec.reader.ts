import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import {
  GetOpenAPISpec,
  GetOpenAPISpecVersion,
  ListOpenAPISpecs,
  ListOpenAPISpecVersions,
} from '../application/openapi-spec.queries.js';
import type { OpenAPISpecVersionView } from '../application/openapi-version.view.js';
import { requireSpecRole, specPermissions } from '../domain/openapi-spec.policy.js';
import {
  IS_NAMED,
  SPEC_COLUMNS,
  specificationUrl,
  toOpenAPISpecView,
  type OpenAPISpecRow,
} from './openapi-spec-row.js';

@QueryHandler(ListOpenAPISpecs)
export class ListOpenAPISpecsHandler implements IQueryHandler<ListOpenAPISpecs> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListOpenAPISpecs): Promise<Page<OpenAPISpecView>> {
    const permissions = specPermissions(requireSpecRole(caller, organizationId, 'read'));
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<OpenAPISpecRow & {}>(
      'openapi-spec.list',
      `select ${SPEC_COLUMNS} from publishing.openapi_spec s
       where s.organization_id = $1 and s.id > $2 order by s.id limit $3`,
      [organizationId, after, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => toOpenAPISpecView(row, permissions, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetOpenAPISpec)
export class GetOpenAPISpecHandler implements IQueryHandler<GetOpenAPISpec> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, specSlug }: GetOpenAPISpec): Promise<OpenAPISpecView> {
    const permissions = specPermissions(requireSpecRole(caller, organizationId, 'read'));
    const row = await this.sql.row<OpenAPISpecRow & {}>(
      'openapi-spec.get',
      `select ${SPEC_COLUMNS} from publishing.openapi_spec s where s.organization_id = $1 and ${IS_NAMED}`,
      [organizationId, specSlug],
    );
    if (!row) throw new NotFound('OpenAPI specification not found');
    return toOpenAPISpecView(row, permissions, this.settings.publicUrl);
  }
}

interface VersionRow {
  organizationId: string;
  slug: string;
  id: string;
  createdAt: Date;
}

/** The select list for the view of a version `v` of a specification `s`. */
const VERSION_COLUMNS = 's.organization_id as "organizationId", s.slug, v.id, v.created_at as "createdAt"';

@QueryHandler(ListOpenAPISpecVersions)
export class ListOpenAPISpecVersionsHandler implements IQueryHandler<ListOpenAPISpecVersions> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute(query: ListOpenAPISpecVersions): Promise<Page<OpenAPISpecVersionView>> {
    const { caller, organizationId, specSlug, page } = query;
    requireSpecRole(caller, organizationId, 'read');
    const request = normalizeRequest(page);
    const [before] = readCursor(request, 1) ?? [null];
    const rows = await this.sql.rows<VersionRow & {}>(
      'openapi-version.list',
      `select ${VERSION_COLUMNS} from publishing.openapi_spec s
       left join lateral (
         select o.id, o.created_at from publishing.openapi_version o
         where o.organization_id = $1 and o.spec_id = s.id and ($3::text is null or o.id < $3)
         order by o.id desc limit $4
       ) v on true
       where s.organization_id = $1 and ${IS_NAMED} order by v.id desc`,
      [organizationId, specSlug, before, request.limit + 1],
    );
    if (rows.length === 0) throw new NotFound('OpenAPI specification not found');
    return toPage(
      rows.filter(({ id }) => id !== null),
      request,
      ({ id }) => [id],
      (row) => toVersionView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetOpenAPISpecVersion)
export class GetOpenAPISpecVersionHandler implements IQueryHandler<GetOpenAPISpecVersion> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute(query: GetOpenAPISpecVersion): Promise<OpenAPISpecVersionView> {
    const { caller, organizationId, specSlug, versionId = null } = query;
    requireSpecRole(caller, organizationId, 'read');
    const row = await this.sql.row<VersionRow & {}>(
      'openapi-version.get',
      `select ${VERSION_COLUMNS} from publishing.openapi_spec s
       join publishing.openapi_version v on v.organization_id = s.organization_id and v.spec_id = s.id
         and v.id = coalesce($3, s.last_version_id)
       where s.organization_id = $1 and ${IS_NAMED}`,
      [organizationId, specSlug, versionId],
    );
    if (!row) throw new NotFound('Version of an OpenAPI specification not found');
    return toVersionView(row, this.settings.publicUrl);
  }
}

function toVersionView(row: VersionRow, publicUrl: string): OpenAPISpecVersionView {
  const { organizationId, slug, id, createdAt } = row;
  return {
    object: 'openapi-spec-version',
    id,
    createdAt: createdAt.toISOString(),
    url: specificationUrl(row, publicUrl, id),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/openapi/${slug}/versions/${id}` },
  };
}
