import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { noteStoredAhead } from '../garbage/stored-by-hash.js';
import { insertDocuments, type DocumentValues } from './document-columns.js';

const ADD_DOCUMENTS = `with ahead as (
    ${noteStoredAhead('$2')}
  ) ${insertDocuments(['$2', '$3', '$4', '$5', '$6'])}`;

/** Writes documents that no revision has yet. */
@Injectable()
export class DocumentWriter {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those that are there already stay as they are. */
  async add(organizationId: string, values: DocumentValues): Promise<void> {
    const parameters = [organizationId, ...values];
    await this.unitOfWork.repeating(() => this.sql.rows('revision.add-documents-2', ADD_DOCUMENTS, parameters));
  }
}
