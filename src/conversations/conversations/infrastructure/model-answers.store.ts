import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { ModelAnswers, type ModelAnswer } from '../domain/model-answers.js';

const KEPT_DAYS = 30;

@Injectable()
export class ModelAnswersStore extends ModelAnswers {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async kept(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.sql.rows<ModelAnswer & {}>(
      'model-answer.kept',
      'select hash, text from conversations.model_answer where organization_id = $1 and hash = any($2)',
      [organizationId, textArray(hashes)],
    );
    return new Map(rows.map(({ hash, text }) => [hash, text]));
  }

  async keep(organizationId: string, answers: readonly ModelAnswer[], now: Date): Promise<void> {
    await this.sql.defer(
      'model-answer.keep',
      `insert into conversations.model_answer (organization_id, hash, text, answered_at)
       select $1, a.hash, a.text, $2 from unnest($3::text[], $4::text[]) as a (hash, text) order by a.hash
       on conflict do nothing`,
      [organizationId, now, textArray(answers.map(({ hash }) => hash)), textArray(answers.map(({ text }) => text))],
    );
  }

  async forget(now: Date): Promise<void> {
    // Days before a time with a zone depend on that of the session, which a distributed delete must not.
    await this.sql.defer(
      'model-answer.forget-2',
      `delete from conversations.model_answer a
       where a.answered_at < ($1::timestamptz at time zone 'UTC' - make_interval(days => least(${KEPT_DAYS},
         (select s.retention_days from conversations.settings s where s.organization_id = a.organization_id))))
         at time zone 'UTC'`,
      [now],
    );
  }
}
