import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { QueryFailedError } from 'typeorm';
import { Callers } from '#kernel/application/callers';
import { Conflict } from '#kernel/domain/errors';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { Installation, type InstallationState } from '../domain/installation.js';
import type { InstalledPlace, Installations } from '../domain/installations.js';
import { saveStatus } from './save-status.js';

export const installationSchema = recordSchema<InstallationState>({
  name: 'Installation',
  schema: 'integrations',
  tableName: 'installation',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    integrationId: { type: 'text', name: 'integration_id' },
    status: { type: 'text' },
    spaceSelection: { type: 'text', name: 'space_selection' },
    siteSelection: { type: 'text', name: 'site_selection' },
    configurationSealed: { type: 'text', name: 'configuration_sealed' },
    externalIds: { type: 'text', array: true, name: 'external_ids' },
    signingSecretSealed: { type: 'text', name: 'signing_secret_sealed' },
    installedBy: { type: 'text', name: 'installed_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

export const INSTALLATION_COLUMNS = selectColumns(installationSchema, 'n');

const FOUND = `select ${INSTALLATION_COLUMNS} from integrations.installation n
  where n.organization_id = $1 and n.integration_id = $2 and n.id = $3`;
const UNIQUE_VIOLATION = '23505';

@Injectable()
@OpensOrganizations({ table: 'integrations.installation' })
export class InstallationStore extends AggregateStore<InstallationState, Installation> implements Installations {
  protected readonly schema = installationSchema;
  protected readonly noun = 'Installation';

  constructor(
    unitOfWork: UnitOfWork,
    private readonly events: Outbox,
    private readonly sql: SqlQuery,
    private readonly callers: Callers,
  ) {
    super(unitOfWork, events);
  }

  async on(organizationId: string, integrationId: string): Promise<Installation | undefined> {
    const state = await this.sql.row<InstallationState & {}>(
      'installation.on',
      `select ${INSTALLATION_COLUMNS} from integrations.installation n
       where n.organization_id = $1 and n.integration_id = $2`,
      [organizationId, integrationId],
    );
    return state && this.from(state);
  }

  override async find(integrationId: string, installationId = ''): Promise<Installation | undefined> {
    return this.#found('installation.find', FOUND, integrationId, installationId);
  }

  async held(integrationId: string, installationId: string): Promise<Installation | undefined> {
    return this.#found('installation.held', `${FOUND} for update`, integrationId, installationId);
  }

  next(integrationId: string, after: string, limit: number): Promise<InstalledPlace[]> {
    return this.sql.rows<InstalledPlace & {}>(
      'installation.next',
      `select n.organization_id as "organizationId", n.id from integrations.installation n
       where n.integration_id = $1 and n.id > $2 and n.status <> 'paused' order by n.id limit $3`,
      [integrationId, after, limit],
    );
  }

  async heldUnpaused(organizationId: string, ids: readonly string[]): Promise<Installation[]> {
    const states = await this.sql.rows<InstallationState & {}>(
      'installation.held-unpaused',
      `select ${INSTALLATION_COLUMNS} from integrations.installation n
       where n.organization_id = $1 and n.id = any($2) and n.status <> 'paused' order by n.id for update`,
      [organizationId, ids],
    );
    return states.map((state) => this.from(state));
  }

  async saveStatus(installations: readonly Installation[]): Promise<void> {
    if (installations.length === 0) return;
    await saveStatus(
      this.sql,
      'installation',
      installations.map((installation) => installation.snapshot()),
    );
    await this.events.store(installations.flatMap((installation) => installation.takeEvents()));
    await this.callers.changed(...installations.map(({ id }) => id));
  }

  override async save(installation: Installation): Promise<void> {
    try {
      await super.save(installation);
      // Tokens of its script may be refused from now on.
      await this.callers.changed(installation.id);
    } catch (error) {
      if (error instanceof QueryFailedError && (error.driverError as { code?: string }).code === UNIQUE_VIOLATION)
        throw new Conflict('The integration was installed by another request meanwhile');
      throw error;
    }
  }

  async remove(installation: Installation): Promise<void> {
    await this.save(installation);
    await this.sql.rows(
      'installation.remove',
      'delete from integrations.installation where organization_id = $1 and id = $2',
      [installation.organizationId, installation.id],
    );
  }

  async #found(
    name: string,
    text: string,
    integrationId: string,
    installationId: string,
  ): Promise<Installation | undefined> {
    const state = await this.sql.within({ table: 'integrations.installation', id: installationId }, (organizationId) =>
      this.sql.row<InstallationState & {}>(name, text, [organizationId, integrationId, installationId]),
    );
    return state && this.from(state);
  }

  protected from(state: InstallationState): Installation {
    return Installation.from(state);
  }
}
