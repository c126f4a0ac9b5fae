import type pg from 'pg';

/** The first version of Citus that says which transaction it keeps a row of, major and minor. */
const OLDEST = [13, 1] as const;

/** A node of a Citus cluster. */
export interface ClusterNode {
  /** Host and port. */
  address: string;
  /** Whether it has shards, so rows of organizations. */
  hasShards: boolean;
  isCoordinator: boolean;
}

/** The active nodes, the coordinator first. */
export async function nodesOf(client: Pick<pg.Client, 'query'>): Promise<ClusterNode[]> {
  const { rows } = await client.query<ClusterNode>(
    `select nodename || ':' || nodeport as address, shouldhaveshards as "hasShards", groupid = 0 as "isCoordinator"
     from pg_dist_node where isactive and noderole = 'primary' order by groupid`,
  );
  return rows;
}

/** What prevents this server from distributing a database, a line each. */
export async function clusterFaults(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ version: string | null }>(
    `select (select extversion from pg_extension where extname = 'citus') as version`,
  );
  const version = rows[0]?.version ?? null;
  if (version === null)
    return ['The database lacks the extension: run create extension citus in it, on this server and on all workers'];
  const faults = isTooOld(version) ? [`The extension is Citus ${version}: ${OLDEST.join('.')} is needed`] : [];
  const nodes = await nodesOf(client);
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    faults.push('The coordinator has no address: run select citus_set_coordinator_host(…) with one that workers reach');
  if (!nodes.some(({ hasShards }) => hasShards))
    faults.push('No node is to have shards: run select citus_add_node(…) for each worker');
  return faults;
}

/** `version` as Citus writes it, `13.2-1`. */
function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/\D/).map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
