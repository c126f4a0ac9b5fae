import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { Callers } from '#kernel/application/callers';
import { Conflict } from '#kernel/domain/errors';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Integration, type IntegrationState, type ScriptWithSecrets } from '../domain/integration.js';
import type { Integrations, NewVersion } from '../domain/integrations.js';
import { secretsPlace } from './secrets-place.js';

export const integrationSchema = recordSchema<IntegrationState>({
  name: 'Integration',
  schema: 'integrations',
  tableName: 'integration',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    name: { type: 'text' },
    published: { type: 'boolean' },
    visibility: { type: 'text' },
    release: { type: 'int' },
    manifest: { type: 'jsonb' },
    blockDomains: { type: 'text', array: true, name: 'block_domains' },
    verified: { type: 'boolean' },
    tunnelUrl: { type: 'text', name: 'tunnel_url', nullable: true },
    tunnelAll: { type: 'boolean', name: 'tunnel_all' },
    createdBy: { type: 'text', name: 'created_by' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  },
});

export const INTEGRATION_COLUMNS = selectColumns(integrationSchema, 'i');

const NAMED = `select ${INTEGRATION_COLUMNS} from integrations.integration_name n
  join integrations.integration i on i.organization_id = n.organization_id and i.id = n.integration_id
  where n.name = $1`;

/** Stores integrations with their names, versions and pictures. */
@Injectable()
@OpensOrganizations({ table: 'integrations.integration' })
export class IntegrationStore extends AggregateStore<IntegrationState, Integration> implements Integrations {
  protected readonly schema = integrationSchema;
  protected readonly noun = 'Integration';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly callers: Callers,
  ) {
    super(unitOfWork, outbox);
  }

  async named(name: string): Promise<Integration | undefined> {
    const state = await this.sql.row<IntegrationState & {}>('integration.named', NAMED, [name]);
    return state && this.from(state);
  }

  async held(name: string): Promise<Integration | undefined> {
    const state = await this.sql.row<IntegrationState & {}>('integration.held', `${NAMED} for update of i`, [name]);
    return state && this.from(state);
  }

  async byId(integrationId: string): Promise<Integration | undefined> {
    const state = await this.sql.row<IntegrationState & {}>(
      'integration.by-id',
      `select ${INTEGRATION_COLUMNS} from integrations.integration i where i.id = $1`,
      [integrationId],
    );
    return state && this.from(state);
  }

  async add(integration: Integration): Promise<void> {
    await this.save(integration);
    const taken = await this.sql.row(
      'integration.take-name',
      `insert into integrations.integration_name (name, organization_id, integration_id) values ($1, $2, $3)
       on conflict (name) do nothing returning name`,
      [integration.name, integration.organizationId, integration.id],
    );
    if (!taken) throw new Conflict('Another integration was published with this name meanwhile');
  }

  override async save(integration: Integration): Promise<void> {
    await super.save(integration);
    if (integration.reachChanged) await this.callers.allChanged();
  }

  async current({ organizationId, id, release }: Integration): Promise<ScriptWithSecrets | undefined> {
    const row = await this.sql.row<{ script: string; secretsSealed: string }>(
      'integration.current',
      `select v.script, v.secrets_sealed as "secretsSealed" from integrations.integration_version v
       where v.organization_id = $1 and v.integration_id = $2 and v.release = $3`,
      [organizationId, id, release],
    );
    if (!row) return undefined;
    const secrets = this.secretBox.open(row.secretsSealed, secretsPlace(id));
    return { script: row.script, secrets: JSON.parse(secrets) as Record<string, string> };
  }

  async addVersion(integration: Integration, version: NewVersion): Promise<void> {
    const { organizationId, id, release, manifest } = integration;
    for (const { sha256, mediaType, bytes } of version.pictures) {
      await this.sql.defer(
        'integration.add-picture',
        `insert into integrations.integration_picture (organization_id, integration_id, sha256, media_type, bytes)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [organizationId, id, sha256, mediaType, bytes],
      );
    }
    const sealed = this.secretBox.seal(JSON.stringify(version.secrets), secretsPlace(id));
    await this.sql.defer(
      'integration.add-version',
      `insert into integrations.integration_version (organization_id, integration_id, release, manifest, script,
         script_sha256, secrets_sealed, published_by, published_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[organizationId, id, release, JSON.stringify(manifest), version.script],
        createHash('sha256').update(version.script).digest('hex'),
        ...[sealed, version.publishedBy, version.publishedAt],
      ],
    );
  }

  protected from(state: IntegrationState): Integration {
    return Integration.from(state);
  }
}
