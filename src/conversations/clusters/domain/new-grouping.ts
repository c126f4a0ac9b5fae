import type { Profile } from '#clustering';

/** A group of issues: a cluster that continues one that was there, or a new one. */
export interface NewGroup {
  clusterId: string;
  /** Whether what it is about is something else than before, so that it is to be described anew. */
  isOther: boolean;
  /** The title and summary of the issue that is most like all. */
  label: string;
  summary: string;
  profile: Profile;
}

/** What became of a cluster: all of it or a part is in another one now. */
export interface ClusterChange {
  kind: 'merged' | 'split';
  clusterId: string;
  otherId: string;
  issues: number;
}

/** What vectors say about groups. */
export interface GroupVectors {
  /** The model that gave them. */
  model: string;
  /** How alike an issue and a group must be for it to join, by its vector and its words. */
  least: number;
  /** The centroid of each group, packed, and how much of it an issue can change. */
  centroids: Int8Array[];
  masses: number[];
}

/** All issues of an organization, grouped anew. */
export interface NewGrouping {
  groups: NewGroup[];
  /** Absent where they were grouped by words. */
  vectors?: GroupVectors;
  /** The issues that were grouped, and the cluster of each. */
  issueIds: string[];
  clusterIds: string[];
  /** Clusters that no group continues, and the cluster that has most of their issues now. */
  successors: { clusterId: string; otherId: string }[];
  changes: ClusterChange[];
  /** Terms of several issues, and in how many they are. */
  terms: string[];
  frequencies: number[];
}
