import type { DocumentationStatus } from '../../clusters/domain/documented-clusters.js';
import { beginningOf } from '#kernel/domain/characters';

/** A page that says something about a cluster, with how well it answers, 0 to 1. */
export interface DocumentingPage {
  spaceId: string;
  pageId: string;
  score: number;
}

/** What was found out about a cluster. */
export interface ClusterDocumentation {
  clusterId: string;
  status: DocumentationStatus;
  /** The best first. */
  pages: DocumentingPage[];
}

/** A cluster as it asks the documentation. */
export interface AskingCluster {
  id: string;
  label: string;
  /** Titles of some of its issues. */
  titles: readonly string[];
}

/** A cluster that is to be checked, and since when. */
export interface DueCluster extends AskingCluster {
  dueSince: Date;
}

/** What was found out about a cluster, and since when it was to be. */
export interface CheckedCluster extends ClusterDocumentation {
  dueSince: Date;
}

/** What users asked, and how often: texts that differ in capitals alone are one. */
export interface AskedQuestion {
  text: string;
  asked: number;
}

/** A cluster, what its users asked, and the pages that answer best. */
export interface DocumentedCluster {
  id: string;
  label: string;
  /** What was asked most often first; of those asked as often, the latest first. */
  questions: readonly AskedQuestion[];
  pages: readonly DocumentingPage[];
}

/** What the documentation of organizations says about their clusters. */
export abstract class Documentation {
  /** Makes clusters due. */
  abstract makeDue(organizationId: string, clusterIds: readonly string[], now: Date): Promise<void>;
  /** Makes the largest clusters due that were not checked since `changedAt`; answers whether any was. */
  abstract makeOldDue(organizationId: string, changedAt: Date, now: Date): Promise<boolean>;
  /** The clusters that wait longest, at most so many. */
  abstract due(organizationId: string, most: number): Promise<DueCluster[]>;
  /** Stores the pages of clusters. One that became due again since it was read stays so. */
  abstract store(organizationId: string, checked: readonly CheckedCluster[]): Promise<void>;
  /** One cluster, with at most so many questions; undefined where there is none. */
  abstract find(
    organizationId: string,
    clusterId: string,
    mostQuestions: number,
  ): Promise<DocumentedCluster | undefined>;
  /** The organizations with clusters. */
  abstract organizations(): Promise<string[]>;
}

/** How well a page must answer; measured, see docs/conversations/begin.md. */
const ANSWERS = 0.52;
const ANSWERS_BADLY = 0.35;
/** A page that fits worse is chance. */
const WORTH_SHOWING = 0.2;
/** Pages kept for a cluster. */
export const MOST_PAGES = 10;

/** Issues that are asked besides the label. */
export const MOST_TITLES = 5;
const LONGEST_QUESTION = 300;

/** What search is asked for a cluster: its label and titles of issues, each once. */
export function questionsOf({ label, titles }: AskingCluster): string[] {
  const questions = [label, ...titles.slice(0, MOST_TITLES)].map((text) => beginningOf(text, LONGEST_QUESTION).trim());
  const kept = new Map(questions.filter((text) => text !== '').map((text) => [text.toLowerCase(), text]));
  return [...kept.values()];
}

/** What pages that were found for a cluster come to. */
export function documentationOf(clusterId: string, found: readonly DocumentingPage[]): ClusterDocumentation {
  const pages = found.filter(({ score }) => score >= WORTH_SHOWING).slice(0, MOST_PAGES);
  return { clusterId, status: statusOf(pages[0]?.score ?? 0), pages };
}

function statusOf(score: number): DocumentationStatus {
  if (score >= ANSWERS) return 'answered';
  return score >= ANSWERS_BADLY ? 'answered-badly' : 'not-answered';
}
