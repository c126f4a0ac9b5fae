/** Whether the documentation answers what the issues of a cluster ask for. */
export const DOCUMENTATION_STATUSES = ['answered', 'answered-badly', 'not-answered'] as const;
export type DocumentationStatus = (typeof DOCUMENTATION_STATUSES)[number];

export interface DocumentedCluster {
  clusterId: string;
  status: DocumentationStatus;
}

export abstract class DocumentedClusters {
  /** Notes what the documentation says about clusters of an organization; those that are gone are ignored. */
  abstract note(organizationId: string, clusters: readonly DocumentedCluster[], now: Date): Promise<void>;
}
