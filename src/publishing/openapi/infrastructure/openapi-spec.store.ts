import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { QueryFailedError } from 'typeorm';
import { Conflict } from '#kernel/domain/errors';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { byOrganization } from '#kernel/domain/by-organization';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { OpenAPISpec, type OpenAPISpecState } from '../domain/openapi-spec.js';
import type { ProcessedSpecification } from '#openapi';
import type { NewVersion, OpenAPISpecs, SpecPlace } from '../domain/openapi-specs.js';
import { textKey } from '../domain/text-key.js';
import { IS_NAMED } from './openapi-spec-row.js';
import { partsOf } from './text-parts.js';

export const openapiSpecSchema = recordSchema<OpenAPISpecState>({
  name: 'OpenAPISpec',
  schema: 'publishing',
  tableName: 'openapi_spec',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    slug: { type: 'text' },
    visibility: { type: 'text' },
    sourceUrl: { type: 'text', name: 'source_url', nullable: true },
    processingState: { type: 'text', name: 'processing_state' },
    run: { type: 'text', nullable: true },
    attempts: { type: 'smallint' },
    lastVersion: { type: 'text', name: 'last_version_id', nullable: true },
    lastHash: { type: 'text', name: 'last_hash', nullable: true },
    lastProcessedAt: { type: 'timestamptz', name: 'last_processed_at', nullable: true },
    errorCode: { type: 'text', name: 'error_code', nullable: true },
    faults: { type: 'jsonb' },
    faultCount: { type: 'int', name: 'fault_count' },
    validators: { type: 'jsonb', nullable: true },
    nextRunAt: { type: 'timestamptz', name: 'next_run_at', nullable: true },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

type TakenSpec = SpecPlace & { sourceUrl: string | null };

const STATE_COLUMNS = selectColumns(openapiSpecSchema, 's');

const UNIQUE_VIOLATION = '23505';

@Injectable()
@OpensOrganizations({ table: 'publishing.openapi_spec' })
export class OpenAPISpecStore extends AggregateStore<OpenAPISpecState, OpenAPISpec> implements OpenAPISpecs {
  protected readonly schema = openapiSpecSchema;
  protected readonly noun = 'OpenAPI specification';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, outbox);
  }

  async held(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined> {
    const state = await this.sql.row<OpenAPISpecState & {}>(
      'openapi-spec.held',
      `select ${STATE_COLUMNS} from publishing.openapi_spec s where s.organization_id = $1 and ${IS_NAMED} for update`,
      [organizationId, specSlug],
    );
    return state && this.from(state);
  }

  async heldOrFree(organizationId: string, specSlug: string): Promise<OpenAPISpec | undefined> {
    await this.sql.defer('openapi-spec.hold-slug', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `openapi specification ${organizationId} ${specSlug.toLowerCase()}`,
    ]);
    return this.held(organizationId, specSlug);
  }

  override async save(spec: OpenAPISpec, text?: string | null): Promise<void> {
    try {
      await super.save(spec);
    } catch (error) {
      throw isTaken(error) ? new Conflict('Another OpenAPI specification has that slug, but for its capitals') : error;
    }
    if (text === undefined) return;
    await this.sql.defer(
      'openapi-spec.set-text',
      'update publishing.openapi_spec set source_text = $3 where organization_id = $1 and id = $2',
      [spec.organizationId, spec.id, text],
    );
  }

  async waiting(organizationId: string, without?: string): Promise<number> {
    await this.sql.defer('openapi-spec.hold-waiting', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `openapi specifications that wait ${organizationId}`,
    ]);
    const row = await this.sql.row<{ waiting: number }>(
      'openapi-spec.waiting',
      `select count(*)::int as waiting from publishing.openapi_spec
       where organization_id = $1 and processing_state <> 'complete' and id is distinct from $2`,
      [organizationId, without ?? null],
    );
    return row?.waiting ?? 0;
  }

  async textOf({ organizationId, specId }: SpecPlace): Promise<string | undefined> {
    const row = await this.sql.row<{ text: string | null }>(
      'openapi-spec.text',
      'select source_text as text from publishing.openapi_spec where organization_id = $1 and id = $2',
      [organizationId, specId],
    );
    return row?.text ?? undefined;
  }

  async addVersion(spec: OpenAPISpec, { result, text, createdAt }: NewVersion): Promise<void> {
    const { organizationId, id, lastVersion, sourceUrl = null } = spec;
    const place = [organizationId, id, lastVersion];
    const content = partsOf(result.specification);
    const raw = partsOf(JSON.stringify(text).slice(1, -1));
    await this.sql.defer(
      'openapi-version.add',
      `insert into publishing.openapi_version (organization_id, spec_id, id, content_hash, source_url, format, outline,
         content_bytes, raw_bytes, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...place,
        result.contentHash,
        sourceUrl,
        result.format,
        JSON.stringify(result.outline),
        bytesOf(content),
        bytesOf(raw),
        createdAt,
      ],
    );
    for (const [kind, parts] of [
      ['content', content],
      ['raw', raw],
    ] as const) {
      await this.sql.defer(
        'openapi-part.add',
        `insert into publishing.openapi_part (organization_id, spec_id, version_id, kind, seq, text)
         select $1, $2, $3, $4, p.seq, p.text from unnest($5::text[]) with ordinality p (text, seq)`,
        [...place, kind, textArray(parts)],
      );
    }
    await this.#replaceTexts(spec, result);
  }

  async renewVersion(spec: OpenAPISpec, result: ProcessedSpecification): Promise<void> {
    const { organizationId, id, lastVersion } = spec;
    await this.sql.defer(
      'openapi-version.renew',
      `update publishing.openapi_version set outline = $4 where organization_id = $1 and spec_id = $2 and id = $3`,
      [organizationId, id, lastVersion, JSON.stringify(result.outline)],
    );
    await this.#replaceTexts(spec, result);
  }

  /** Those of the latest version only: blocks show no other. */
  async #replaceTexts({ organizationId, id }: OpenAPISpec, { texts }: ProcessedSpecification): Promise<void> {
    await this.sql.defer(
      'openapi-text.clear',
      'delete from publishing.openapi_text where organization_id = $1 and spec_id = $2',
      [organizationId, id],
    );
    await this.sql.defer(
      'openapi-text.add',
      `insert into publishing.openapi_text (organization_id, spec_id, key, introduction, text)
       select $1, $2, t.* from unnest($3::text[], $4::text[], $5::text[]) t (key, introduction, text)
       order by t.key
       on conflict do nothing`,
      [
        organizationId,
        id,
        texts.map(textKey),
        textArray(texts.map(({ introduction }) => introduction)),
        textArray(texts.map(({ text }) => text)),
      ],
    );
  }

  async remove(spec: OpenAPISpec): Promise<void> {
    await super.save(spec);
    await this.sql.defer(
      'openapi-spec.remove',
      'delete from publishing.openapi_spec where organization_id = $1 and id = $2',
      [spec.organizationId, spec.id],
    );
  }

  async takeDue(now: Date, again: Date, limit: number): Promise<TakenSpec[]> {
    const due = await this.sql.rows<SpecPlace & {}>(
      'openapi-spec.due',
      `select s.organization_id as "organizationId", s.id as "specId" from publishing.openapi_spec s
       where s.next_run_at <= $1 order by s.next_run_at limit $2`,
      [now, limit],
    );
    const taken: TakenSpec[] = [];
    for (const [organizationId, places] of byOrganization(due)) {
      const ids = places.map(({ specId }) => specId);
      taken.push(...(await this.#take(organizationId, ids, now, again)));
    }
    return taken;
  }

  /** Those that another transaction took meanwhile are not due any more, and those that it has locked are left to it. */
  #take(organizationId: string, ids: readonly string[], now: Date, again: Date): Promise<TakenSpec[]> {
    return this.sql.rows<TakenSpec & {}>(
      'openapi-spec.take-due',
      `with due as (
         select d.id from publishing.openapi_spec d
         where d.organization_id = $1 and d.id = any($2) and d.next_run_at <= $3 for update skip locked
       )
       update publishing.openapi_spec s set next_run_at = $4 from due
       where s.organization_id = $1 and s.id = due.id
       returning s.organization_id as "organizationId", s.id as "specId", s.source_url as "sourceUrl"`,
      [organizationId, ids, now, again],
    );
  }

  protected from(state: OpenAPISpecState): OpenAPISpec {
    return OpenAPISpec.from(state);
  }
}

const bytesOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

function isTaken(error: unknown): boolean {
  const { code } = (error instanceof QueryFailedError ? error.driverError : error) as { code?: string };
  return code === UNIQUE_VIOLATION;
}
