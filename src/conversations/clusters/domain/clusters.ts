import type { Profile } from '#clustering';
import type { JoinedBatch, Posting } from './joining.js';
import type { NewGrouping } from './new-grouping.js';

/** An issue as it is compared with others. */
export interface IssueText {
  id: string;
  /** Its title and summary. */
  text: string;
}

/** How many issues the clusters of an organization have. */
export interface GroupingState {
  /** How many were grouped the last time all were; 0 before. */
  issues: number;
  /** How many have joined since. */
  joined: number;
}

/** A cluster whose label, summary and icon are to be written, with titles and summaries of some of its issues. */
export interface DueCluster {
  id: string;
  issues: number;
  terms: Profile['terms'];
  samples: { title: string; summary: string }[];
}

/** A cluster, and what issues are compared with. */
export type ClusterProfile = readonly [clusterId: string, profile: Profile];

export interface DescribedCluster {
  id: string;
  /** How many issues it had. */
  issues: number;
  label: string;
  summary: string;
  icon: string;
}

/** All issues of an organization that are in clusters; the lists have the same length. */
export interface GroupedIssues {
  ids: string[];
  texts: string[];
  clusters: string[];
}

export abstract class Clusters {
  /** Waits until no other transaction changes which issues the clusters of the organization have. */
  abstract lock(organizationId: string): Promise<void>;
  abstract state(organizationId: string): Promise<GroupingState>;
  /** Issues that are in no cluster, the first found first: at most `most`. */
  abstract alone(organizationId: string, most: number): Promise<IssueText[]>;
  /** Those of these issues that are there and in no cluster. */
  abstract stillAlone(organizationId: string, issueIds: readonly string[]): Promise<string[]>;
  /** In how many issues terms occur; those that are missing in none. */
  abstract frequencies(organizationId: string, terms: readonly string[]): Promise<Map<string, number>>;
  /** For each term at most a hundred clusters: those in which it weighs most. */
  abstract postings(organizationId: string, terms: readonly string[]): Promise<Posting[]>;
  /** The profiles of those of these clusters that are still small enough for an issue to change them. */
  abstract profiles(organizationId: string, clusterIds: readonly string[]): Promise<Map<string, Profile>>;
  /** Puts issues into clusters, and creates these where they are new. Skips issues that are in one or gone. */
  abstract join(organizationId: string, batch: JoinedBatch, now: Date): Promise<void>;
  /** Adds to the counts of terms. */
  abstract count(organizationId: string, terms: ReadonlyMap<string, number>): Promise<void>;
  /** Clusters that have at least twice the issues they had when they were described. */
  abstract due(organizationId: string, most: number): Promise<DueCluster[]>;
  abstract describe(organizationId: string, clusters: readonly DescribedCluster[]): Promise<void>;
  /** The latest issues, as many as are grouped at once. */
  abstract grouped(organizationId: string): Promise<GroupedIssues>;
  /** Puts a new grouping in the place of the one before, but for the profiles of its groups. */
  abstract regroup(organizationId: string, grouping: NewGrouping, now: Date): Promise<void>;
  /** Writes profiles in place of those that clusters had. Skips clusters that are gone. */
  abstract writeProfiles(organizationId: string, profiles: readonly ClusterProfile[]): Promise<void>;
  /** The organizations in whose clusters issues have joined since the last grouping. */
  abstract toGroup(): Promise<string[]>;
}
