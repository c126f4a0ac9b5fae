import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Translation, type TranslationState } from '../domain/translation.js';
import type { TranslationWithRole, Translations } from '../domain/translations.js';
import {
  callerParameters,
  grantedRank,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

export const translationSchema = recordSchema<TranslationState>({
  name: 'Translation',
  schema: 'content',
  tableName: 'translation',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    status: { type: 'text' },
    spaceId: { type: 'text', name: 'space_id' },
    sourceLanguage: { type: 'text', name: 'source_language' },
    language: { type: 'text' },
    instructions: { type: 'text', nullable: true },
    targetId: { type: 'text', name: 'target_id' },
    sourceRevision: { type: 'text', name: 'source_revision', nullable: true },
    runRevision: { type: 'text', name: 'run_revision', nullable: true },
    recipe: { type: 'text', nullable: true },
    resultRevision: { type: 'text', name: 'result_revision' },
    error: { type: 'text', nullable: true },
    again: { type: 'boolean' },
    attempts: { type: 'int' },
    stats: { type: 'jsonb' },
    startedAt: { type: 'timestamptz', name: 'started_at', nullable: true },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

/** The columns of a translation `t`, named as its state. */
export const TRANSLATION_COLUMNS = selectColumns(translationSchema, 't');

@Injectable()
@OwnsRowsOfSpaces({ table: 'translation' }, { table: 'translated_item' }, { table: 'translation_memory' })
@NamesRevisions(
  { table: 'translation', columns: ['source_revision', 'run_revision'] },
  { table: 'translation', columns: ['result_revision'], space: 'target_id' },
)
export class TranslationStore extends AggregateStore<TranslationState, Translation> implements Translations {
  protected readonly schema = translationSchema;
  protected readonly noun = 'Translation';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
  ) {
    super(unitOfWork, outbox);
  }

  async held(caller: Caller, organizationId: string, id: string): Promise<TranslationWithRole | undefined> {
    const row = await this.sql.row<TranslationState & AccessRow>(
      'translation.held',
      `select ${TRANSLATION_COLUMNS}, s.level, ${grantedRank('s', '$3')} as granted from content.translation t
       join ${SPACE_ROWS} s on s.organization_id = t.organization_id and s.id = t.space_id and s.deleted_at is null
       where t.organization_id = $1 and t.id = $2 for no key update of t`,
      [organizationId, id, callerParameters(caller).subjects],
    );
    if (!row) return undefined;
    const { level, granted, ...state } = row;
    return { translation: Translation.from(state), role: roleOf(caller, { organizationId, level, granted }) };
  }

  async lock(id: string): Promise<Translation | undefined> {
    const row = await this.sql.within({ table: 'content.translation', id }, (organizationId) =>
      this.sql.row<TranslationState>(
        'translation.lock',
        `select ${TRANSLATION_COLUMNS} from content.translation t
         where t.organization_id = $1 and t.id = $2 for no key update`,
        [organizationId, id],
      ),
    );
    return row && Translation.from(row);
  }

  async ofSource(organizationId: string, spaceId: string): Promise<Translation[]> {
    const rows = await this.sql.rows<TranslationState>(
      'translation.of-source',
      `select ${TRANSLATION_COLUMNS} from content.translation t
       where t.organization_id = $1 and t.space_id = $2 order by t.id for no key update`,
      [organizationId, spaceId],
    );
    return rows.map((row) => Translation.from(row));
  }

  async ofOrganization(organizationId: string): Promise<Translation[]> {
    const rows = await this.sql.rows<TranslationState>(
      'translation.of-organization',
      `select ${TRANSLATION_COLUMNS} from content.translation t
       where t.organization_id = $1 order by t.id for no key update`,
      [organizationId],
    );
    return rows.map((row) => Translation.from(row));
  }

  /** One statement, however many there are; those that wait or run already are left as they are. */
  async saveRuns(translations: readonly Translation[]): Promise<void> {
    const states = translations.map((translation) => translation.snapshot());
    const [first] = states;
    if (!first) return;
    await this.sql.defer(
      'translation.save-runs-2',
      `update content.translation t set version = t.version + 1, status = r.status, again = r.again,
         attempts = r.attempts, updated_at = r.updated_at
       from unnest($2::text[], $3::text[], $4::boolean[], $5::int[], $6::timestamptz[])
         r(id, status, again, attempts, updated_at)
       where t.organization_id = $1 and t.id = any($2) and t.id = r.id
         and (t.status, t.again) is distinct from (r.status, r.again)`,
      [
        first.organizationId,
        states.map(({ id }) => id),
        states.map(({ status }) => status),
        states.map(({ again }) => again),
        states.map(({ attempts }) => attempts),
        states.map(({ updatedAt }) => updatedAt),
      ],
    );
  }

  async delete(translation: Translation): Promise<void> {
    const { organizationId, id, targetId } = translation.snapshot();
    await this.sql.defer(
      'translation.delete',
      `with items as (delete from content.translated_item where organization_id = $1 and space_id = $3)
       delete from content.translation where organization_id = $1 and id = $2`,
      [organizationId, id, targetId],
    );
  }

  protected from(state: TranslationState): Translation {
    return Translation.from(state);
  }
}
