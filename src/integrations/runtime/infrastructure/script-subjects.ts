import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { InstallationState } from '../../installations/domain/installation.js';
import type { TargetInstallationState } from '../../installations/domain/target-installation.js';
import { INSTALLATION_RECORDS, TARGET_INSTALLATION_RECORDS } from '../../installations/infrastructure/reading.js';
import type { IntegrationState } from '../../integrations/domain/integration.js';
import { CURRENT_VERSIONS, INTEGRATION_RECORDS } from '../../integrations/infrastructure/reading.js';
import { secretsPlace } from '../../integrations/infrastructure/secrets-place.js';
import type { ScriptCall } from '../domain/scripts.js';

type FromJson<S> = { [M in keyof S]: S[M] extends Date ? string : S[M] };

/** Everything that a call of a script is made of. */
export interface ScriptSubject {
  integration: FromJson<IntegrationState>;
  installation: (FromJson<InstallationState> & { spaces: number }) | null;
  target: FromJson<TargetInstallationState> | null;
  secrets: Record<string, string>;
}

interface SubjectRow extends Record<string, unknown> {
  integration: ScriptSubject['integration'];
  installation: ScriptSubject['installation'];
  target: ScriptSubject['target'];
  secretsSealed: string;
}

/** Reads what a call needs of the three records, in one statement. */
@Injectable()
export class ScriptSubjects {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {}

  async of({ integrationId, installation, target }: ScriptCall): Promise<ScriptSubject | undefined> {
    const row = await this.sql.row<SubjectRow>(
      'script.subject',
      `select i.record as integration, v.secrets_sealed as "secretsSealed", n.record as installation,
         t.record as target
       from ${INTEGRATION_RECORDS} i join ${CURRENT_VERSIONS} v on v.integration_id = i.id and v.release = i.release
       left join ${INSTALLATION_RECORDS} n on n.organization_id = $2 and n.id = $3 and n.integration_id = i.id
       left join ${TARGET_INSTALLATION_RECORDS} t on t.organization_id = $2 and t.installation_id = $3
         and t.kind = $4 and t.target_id = $5
       where i.id = $1`,
      [
        integrationId,
        ...[installation?.organizationId ?? null, installation?.id ?? null],
        ...[target?.kind ?? null, target?.id ?? null],
      ],
    );
    if (!row) return undefined;
    const secrets = this.secretBox.open(row.secretsSealed, secretsPlace(integrationId));
    return { ...row, secrets: JSON.parse(secrets) as Record<string, string> };
  }

  /** The source of one version. */
  async source(integrationId: string, release: number): Promise<string> {
    const row = await this.sql.row<{ script: string }>(
      'script.source',
      `select v.script from ${CURRENT_VERSIONS} v where v.integration_id = $1 and v.release = $2`,
      [integrationId, release],
    );
    if (!row) throw new Error(`The script of ${integrationId}, version ${release}, is not stored`);
    return row.script;
  }
}
