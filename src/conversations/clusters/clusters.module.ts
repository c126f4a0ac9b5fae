import { Module } from '@nestjs/common';
import { ConversationRecordsModule } from '../conversations/conversations.module.js';
import { ClusterLaterHandler } from './application/cluster-later.js';
import { DescribeClustersHandler } from './application/describe-clusters.js';
import { JoinClustersHandler } from './application/join-clusters.js';
import { KeepVectorsHandler } from './application/keep-vectors.js';
import { NoteDocumentationHandler } from './application/note-documentation.js';
import { RegroupIssuesHandler } from './application/regroup-issues.js';
import { WriteProfilesHandler } from './application/write-profiles.js';
import { ClusterLabeler } from './domain/cluster-labeler.js';
import { Clusters } from './domain/clusters.js';
import { DocumentedClusters } from './domain/documented-clusters.js';
import { IssueEmbedder } from './domain/issue-embedder.js';
import { IssueGrouper } from './domain/issue-grouper.js';
import { Vectors } from './domain/vectors.js';
import { GetClusterHandler, ListClustersHandler } from './infrastructure/cluster.reader.js';
import { ClusterStore } from './infrastructure/cluster.store.js';
import { DescribeClustersJob } from './infrastructure/describe-clusters.job.js';
import { DocumentedClusterStore } from './infrastructure/documented-cluster.store.js';
import { GroupAllIssues, GroupIssues } from './infrastructure/group-issues.job.js';
import { JoinClustersJob, QueueIssues } from './infrastructure/join-clusters.job.js';
import { ModelEmbedder } from './infrastructure/model-embedder.js';
import { ModelLabeler } from './infrastructure/model-labeler.js';
import { NearestClusters } from './infrastructure/nearest-clusters.js';
import { IsolatedGrouper } from './infrastructure/isolated-grouper.js';
import { IsolatedLabeler } from './infrastructure/isolated-labeler.js';
import { VectorStore } from './infrastructure/vector.store.js';
import { ClustersController } from './interface/clusters.controller.js';

/**
 * Clusters: issues that ask for the same.
 *
 * Tables: `cluster`, `cluster_change`, `cluster_count`, `cluster_term`, `cluster_vector`, `grouping`, `issue_vector`, `term`.
 * Events: `ClusterMerged`, `ClustersUpdated`. Jobs: `conversations.describe-clusters`, `conversations.group-all-issues`,
 * `conversations.group-issues`, `conversations.join-clusters`. It reacts to issues that are found.
 */
@Module({
  imports: [ConversationRecordsModule],
  controllers: [ClustersController],
  providers: [
    { provide: ClusterLabeler, useClass: ModelLabeler },
    { provide: Clusters, useClass: ClusterStore },
    { provide: DocumentedClusters, useClass: DocumentedClusterStore },
    { provide: IssueEmbedder, useClass: ModelEmbedder },
    { provide: IssueGrouper, useClass: IsolatedGrouper },
    { provide: Vectors, useClass: VectorStore },
    ClusterLaterHandler,
    DescribeClustersHandler,
    DescribeClustersJob,
    GetClusterHandler,
    GroupAllIssues,
    GroupIssues,
    JoinClustersHandler,
    JoinClustersJob,
    KeepVectorsHandler,
    ListClustersHandler,
    NearestClusters,
    NoteDocumentationHandler,
    QueueIssues,
    RegroupIssuesHandler,
    IsolatedLabeler,
    WriteProfilesHandler,
  ],
})
export class ClustersModule {}
