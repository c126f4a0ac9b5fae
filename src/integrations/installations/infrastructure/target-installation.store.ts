import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Conflict } from '#kernel/domain/errors';
import { Callers } from '#kernel/application/callers';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import type { Installation } from '../domain/installation.js';
import type { InstalledPlace, TargetInstallations } from '../domain/installations.js';
import { TargetInstallation, type TargetInstallationState, type TargetKind } from '../domain/target-installation.js';
import { saveStatus } from './save-status.js';

export const targetInstallationSchema = recordSchema<TargetInstallationState>({
  name: 'TargetInstallation',
  schema: 'integrations',
  tableName: 'target_installation',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    installationId: { type: 'text', name: 'installation_id' },
    integrationId: { type: 'text', name: 'integration_id' },
    kind: { type: 'text' },
    targetId: { type: 'text', name: 'target_id' },
    status: { type: 'text' },
    configurationSealed: { type: 'text', name: 'configuration_sealed' },
    externalIds: { type: 'text', array: true, name: 'external_ids' },
    signingSecretSealed: { type: 'text', name: 'signing_secret_sealed' },
    installedBy: { type: 'text', name: 'installed_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

export const TARGET_COLUMNS = selectColumns(targetInstallationSchema, 't');

const TARGETS = `select ${TARGET_COLUMNS} from integrations.target_installation t where t.organization_id = $1`;
const UNIQUE_VIOLATION = '23505';

@Injectable()
export class TargetInstallationStore
  extends AggregateStore<TargetInstallationState, TargetInstallation>
  implements TargetInstallations
{
  protected readonly schema = targetInstallationSchema;
  protected readonly noun = 'Installation';

  constructor(
    unitOfWork: UnitOfWork,
    private readonly events: Outbox,
    private readonly sql: SqlQuery,
    private readonly callers: Callers,
  ) {
    super(unitOfWork, events);
  }

  async held(
    { organizationId, id }: Installation,
    kind: TargetKind,
    targetId: string,
  ): Promise<TargetInstallation | undefined> {
    const state = await this.sql.row<TargetInstallationState & {}>(
      'target-installation.held',
      `${TARGETS} and t.installation_id = $2 and t.kind = $3 and t.target_id = $4 for update`,
      [organizationId, id, kind, targetId],
    );
    return state && this.from(state);
  }

  async of({ organizationId, id }: Installation): Promise<TargetInstallation[]> {
    const states = await this.sql.rows<TargetInstallationState & {}>(
      'target-installation.of',
      `${TARGETS} and t.installation_id = $2 order by t.id for update`,
      [organizationId, id],
    );
    return states.map((state) => this.from(state));
  }

  async onTarget(organizationId: string, kind: TargetKind, targetId: string): Promise<TargetInstallation[]> {
    const states = await this.sql.rows<TargetInstallationState & {}>(
      'target-installation.on-target',
      `${TARGETS} and t.kind = $2 and t.target_id = $3 order by t.id for update`,
      [organizationId, kind, targetId],
    );
    return states.map((state) => this.from(state));
  }

  next(integrationId: string, after: string, limit: number): Promise<InstalledPlace[]> {
    return this.sql.rows<InstalledPlace & {}>(
      'target-installation.next',
      `select t.organization_id as "organizationId", t.id from integrations.target_installation t
       where t.integration_id = $1 and t.id > $2 and t.status <> 'paused' order by t.id limit $3`,
      [integrationId, after, limit],
    );
  }

  async heldUnpaused(organizationId: string, ids: readonly string[]): Promise<TargetInstallation[]> {
    const states = await this.sql.rows<TargetInstallationState & {}>(
      'target-installation.held-unpaused',
      `${TARGETS} and t.id = any($2) and t.status <> 'paused' order by t.id for update`,
      [organizationId, ids],
    );
    return states.map((state) => this.from(state));
  }

  async saveStatus(installations: readonly TargetInstallation[]): Promise<void> {
    if (installations.length === 0) return;
    await saveStatus(
      this.sql,
      'target_installation',
      installations.map((installation) => installation.snapshot()),
    );
    await this.events.store(installations.flatMap((installation) => installation.takeEvents()));
    await this.callers.changed(...new Set(installations.map(({ installationId }) => installationId)));
  }

  override async save(installation: TargetInstallation): Promise<void> {
    try {
      await super.save(installation);
      // The script of the installation may reach more now, or less.
      await this.callers.changed(installation.installationId);
    } catch (error) {
      if (error instanceof QueryFailedError && (error.driverError as { code?: string }).code === UNIQUE_VIOLATION)
        throw new Conflict('The integration was enabled by another request meanwhile');
      throw error;
    }
  }

  async remove(installations: readonly TargetInstallation[]): Promise<void> {
    const [first] = installations;
    if (!first) return;
    await this.sql.rows(
      'target-installation.remove',
      'delete from integrations.target_installation where organization_id = $1 and id = any($2)',
      [first.organizationId, installations.map(({ id }) => id)],
    );
    await this.events.store(installations.flatMap((installation) => installation.takeEvents()));
    await this.callers.changed(...new Set(installations.map(({ installationId }) => installationId)));
  }

  protected from(state: TargetInstallationState): TargetInstallation {
    return TargetInstallation.from(state);
  }
}
