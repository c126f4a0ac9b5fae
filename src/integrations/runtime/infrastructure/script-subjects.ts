import { Injectable } from '@nestjs/common';
import { byOrganization } from '#kernel/domain/by-organization';
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
  /** In the order of the places asked for; absent where no installation is concerned. */
  places?: Pick<ScriptSubject, 'installation' | 'target'>[];
}

/** Where calls are for: what is read of the database depends on nothing else of them. */
type Place = Pick<ScriptCall, 'installation' | 'target'>;

const INTEGRATION = `i.record as integration, v.secrets_sealed as "secretsSealed"`;
const CURRENT = `from ${INTEGRATION_RECORDS} i
  join ${CURRENT_VERSIONS} v on v.integration_id = i.id and v.release = i.release`;

/** For calls that concern no installation. */
const WITHOUT_INSTALLATION = `select ${INTEGRATION} ${CURRENT} where i.id = $1`;

/** For calls that concern installations of the organization $1. */
const WITH_INSTALLATIONS = `select ${INTEGRATION}, (
    select json_agg(json_build_object('installation', n.record, 'target', t.record) order by at)
    from unnest($3::text[], $4::text[], $5::text[]) with ordinality as place (installation_id, kind, target_id, at)
    left join lateral (select n.record from ${INSTALLATION_RECORDS} n
      where n.organization_id = $1 and n.id = place.installation_id and n.integration_id = i.id limit 1) n on true
    left join lateral (select t.record from ${TARGET_INSTALLATION_RECORDS} t
      where t.organization_id = $1 and t.installation_id = place.installation_id and t.kind = place.kind
        and t.target_id = place.target_id limit 1) t on true) as places
  ${CURRENT} where i.id = $2`;

/** Reads what calls need of the three records: one statement for each organization whose installations they concern. */
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
    const subjects = new Map<string, ScriptSubject>();
    const places = [...new Map(calls.map((call) => [placeOf(call), call])).values()];
    const concerning = places.map((place) => ({ organizationId: place.installation?.organizationId ?? '', place }));
    for (const [organizationId, own] of byOrganization(concerning)) {
      const found = await this.#of(
        integrationId,
        organizationId,
        own.map(({ place }) => place),
      );
      for (const [place, subject] of found) subjects.set(place, subject);
    }
    return subjects;
  }

  /** Those that concern installations of one organization, or, without one, no installation. */
  async #of(
    integrationId: string,
    organizationId: string,
    places: readonly Place[],
  ): Promise<(readonly [string, ScriptSubject])[]> {
    const row = await (organizationId === ''
      ? this.sql.row<SubjectsRow>('script.subject-without-installation', WITHOUT_INSTALLATION, [integrationId])
      : this.sql.row<SubjectsRow>('script.subjects', WITH_INSTALLATIONS, [
          ...[organizationId, integrationId],
          textArray(places.map(({ installation }) => installation?.id ?? null)),
          textArray(places.map(({ target }) => target?.kind ?? null)),
          textArray(places.map(({ target }) => target?.id ?? null)),
        ]));
    if (!row) return [];
    const { integration } = row;
    const opened = this.secretBox.open(row.secretsSealed, secretsPlace(integrationId));
    const secrets = JSON.parse(opened) as Record<string, string>;
    return places.map((place, at) => {
      const { installation, target } = row.places?.[at] ?? { installation: null, target: null };
      return [placeOf(place), { integration, secrets, installation, target }] as const;
    });
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
