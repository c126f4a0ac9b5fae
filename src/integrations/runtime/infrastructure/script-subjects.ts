import { Injectable } from '@nestjs/common';
import type { AsJson } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { InstallationState } from '../../installations/domain/installation.js';
import type { TargetInstallationState } from '../../installations/domain/target-installation.js';
import { INSTALLATION_RECORDS, TARGET_INSTALLATION_RECORDS } from '../../installations/infrastructure/reading.js';
import type { IntegrationState } from '../../integrations/domain/integration.js';
import { CURRENT_VERSIONS, INTEGRATION_RECORDS } from '../../integrations/infrastructure/reading.js';
import { secretsPlace } from '../../integrations/infrastructure/secrets-place.js';
import type { ScriptCall } from '../domain/scripts.js';

/** Everything that a call of a script is made of. */
export interface ScriptSubject {
  integration: AsJson<IntegrationState>;
  installation: (AsJson<InstallationState> & { spaces: number }) | null;
  target: AsJson<TargetInstallationState> | null;
  secrets: Record<string, string>;
}

interface SubjectsRow extends Record<string, unknown> {
  integration: ScriptSubject['integration'];
  secretsSealed: string;
  /** In the order of the places asked for. */
  places: Pick<ScriptSubject, 'installation' | 'target'>[];
}

/** Where calls are for: what is read of the database depends on nothing else of them. */
type Place = Pick<ScriptCall, 'installation' | 'target'>;

/** Reads what calls need of the three records, in one statement. */
@Injectable()
export class ScriptSubjects {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {}

  async of(call: ScriptCall): Promise<ScriptSubject | undefined> {
    return (await this.all(call.integrationId, [call])).get(placeOf(call));
  }

  /** Those of calls of one integration, by their places; none where the integration is not there any more. */
  async all(integrationId: string, calls: readonly Place[]): Promise<Map<string, ScriptSubject>> {
    const places = [...new Map(calls.map((call) => [placeOf(call), call]))];
    const row = await this.sql.row<SubjectsRow>(
      'script.subjects',
      `select i.record as integration, v.secrets_sealed as "secretsSealed", (
         select json_agg(json_build_object('installation', n.record, 'target', t.record) order by at)
         from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
           as place (organization_id, installation_id, kind, target_id, at)
         left join lateral (select n.record from ${INSTALLATION_RECORDS} n
           where n.organization_id = place.organization_id and n.id = place.installation_id and n.integration_id = i.id
           limit 1) n on true
         left join lateral (select t.record from ${TARGET_INSTALLATION_RECORDS} t
           where t.organization_id = place.organization_id and t.installation_id = place.installation_id
             and t.kind = place.kind and t.target_id = place.target_id limit 1) t on true) as places
       from ${INTEGRATION_RECORDS} i join ${CURRENT_VERSIONS} v on v.integration_id = i.id and v.release = i.release
       where i.id = $1`,
      [
        integrationId,
        textArray(places.map(([, { installation }]) => installation?.organizationId ?? null)),
        textArray(places.map(([, { installation }]) => installation?.id ?? null)),
        textArray(places.map(([, { target }]) => target?.kind ?? null)),
        textArray(places.map(([, { target }]) => target?.id ?? null)),
      ],
    );
    if (!row) return new Map();
    const { integration } = row;
    const opened = this.secretBox.open(row.secretsSealed, secretsPlace(integrationId));
    const secrets = JSON.parse(opened) as Record<string, string>;
    return new Map(places.map(([place], at) => [place, { integration, secrets, ...row.places[at]! }]));
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

/** The place of a call, as a key. */
export function placeOf({ installation, target }: Place): string {
  return `${installation?.organizationId} ${installation?.id} ${target?.kind} ${target?.id}`;
}
