import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { ClusterProfile } from '../domain/clusters.js';

/** The terms of a profile with their weights as JSON, the heaviest first, of rows with this alias. */
export const profileTerms = (alias: string): string =>
  `json_agg(json_build_object('term', ${alias}.term, 'weight', ${alias}.weight) order by ${alias}.weight desc) as terms`;

/** Writes the profiles of clusters in place of those they had; skips clusters that are gone. */
export async function writeProfiles(
  sql: SqlQuery,
  organizationId: string,
  profiles: readonly ClusterProfile[],
): Promise<void> {
  const terms = profiles.flatMap(([id, profile]) => profile.terms.map((term) => ({ id, ...term })));
  await sql.defer(
    'cluster.remove-profiles',
    'delete from conversations.cluster_term where organization_id = $1 and cluster_id = any($2)',
    [organizationId, textArray(profiles.map(([id]) => id))],
  );
  await sql.defer(
    'cluster.write-profiles-2',
    `with mass as (
       update conversations.cluster k set mass = ($3::jsonb ->> k.id)::real
       where k.organization_id = $1 and k.id = any($2))
     insert into conversations.cluster_term (organization_id, cluster_id, term, weight)
     select $1, t.cluster_id, t.term, t.weight from unnest($4::text[], $5::text[], $6::real[])
       as t (cluster_id, term, weight)
     where t.cluster_id = any(array(
       select k.id from conversations.cluster k where k.organization_id = $1 and k.id = any($2)))`,
    [
      organizationId,
      textArray(profiles.map(([id]) => id)),
      JSON.stringify(Object.fromEntries(profiles.map(([id, { mass }]) => [id, mass]))),
      textArray(terms.map(({ id }) => id)),
      textArray(terms.map(({ term }) => term)),
      terms.map(({ weight }) => weight),
    ],
  );
}
