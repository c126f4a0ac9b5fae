import { Injectable } from '@nestjs/common';
import { ConversationProcesses } from '../../conversations/infrastructure/conversation-processes.js';
import type { IssueText } from '../domain/clusters.js';
import { IssueEmbedder } from '../domain/issue-embedder.js';
import { Vectors } from '../domain/vectors.js';
import { CLUSTER_WORK } from './cluster-work.js';

/** The vectors of issues, and the clusters that are nearest to each; `model` is absent where they join by words. */
export interface FoundNearest {
  model?: string;
  near: Map<string, { vector: Int8Array; near: string[] }>;
}

const NONE: FoundNearest = { near: new Map() };

/** Compares issues with the largest clusters by what a model says they mean, in a process. */
@Injectable()
export class NearestClusters {
  constructor(
    private readonly embedder: IssueEmbedder,
    private readonly vectors: Vectors,
    private readonly processes: ConversationProcesses,
  ) {}

  /** All issues without near clusters where there is no model, or they were last grouped without it. */
  async of(organizationId: string, issues: readonly IssueText[]): Promise<FoundNearest> {
    const embedded = await this.embedder.embed(organizationId, issues);
    if (!embedded || embedded.vectors.size === 0) return NONE;
    const { model } = embedded;
    const grouping = await this.vectors.grouping(organizationId);
    if (grouping?.model !== model) return NONE;
    const { clusterIds, ...centroids } = await this.vectors.largest(organizationId, model);
    // A model that answers other dimensions than before says nothing about clusters of before.
    const [first] = embedded.vectors.values();
    const dimensions = centroids.dimensions || (first?.length ?? 0);
    const own = [...embedded.vectors].filter(([, { length }]) => length === dimensions);
    const bytes = new Int8Array(own.length * dimensions);
    own.forEach(([, vector], at) => bytes.set(vector, at * dimensions));
    const found = await this.processes.run(CLUSTER_WORK, 'nearestClusters', [{ dimensions, bytes }, centroids]);
    const near = own.map(
      ([id, vector], at) => [id, { vector, near: (found[at] ?? []).map((place) => clusterIds[place] ?? '') }] as const,
    );
    return { model, near: new Map(near) };
  }
}
