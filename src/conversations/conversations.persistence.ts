import type { Growth } from '#kernel/domain/growth';
import { clusterSchema } from './clusters/infrastructure/cluster.store.js';
import { conversationSchema } from './conversations/infrastructure/conversation.store.js';
import { conversationSettingsSchema } from './conversations/infrastructure/settings.store.js';
import { issueSchema } from './issues/infrastructure/issue.store.js';
import { Conversations1790000050001 } from './migrations/1790000050001-conversations.js';
import { IssuesAndClusters1790000050002 } from './migrations/1790000050002-issues-and-clusters.js';
import { DocumentationOfClusters1790000050031 } from './migrations/1790000050031-documentation-of-clusters.js';
import { DocumentedClusters1790000050032 } from './migrations/1790000050032-documented-clusters.js';
import { CountedIssues1790000050050 } from './migrations/1790000050050-counted-issues.js';
import { ModelAnswers1790000050040 } from './migrations/1790000050040-model-answers.js';
import { CountsByOrganization1790000060550 } from './migrations/1790000060550-counts-by-organization.js';
import { Vectors1790000050060 } from './migrations/1790000050060-vectors.js';

/** The tables of the Conversations context. */
export const conversationsPersistence = {
  schema: 'conversations',
  migrations: [
    Conversations1790000050001,
    IssuesAndClusters1790000050002,
    DocumentationOfClusters1790000050031,
    DocumentedClusters1790000050032,
    ModelAnswers1790000050040,
    CountedIssues1790000050050,
    Vectors1790000050060,
    CountsByOrganization1790000060550,
  ],
  sealed: [],
  growth: [
    {
      kind: 'conversations and issues',
      tables: ['conversation', 'settings', 'issue', 'issue_vector'],
      kept: 'as long as their organization sets; for ever by itself',
      job: 'conversations.purge-conversations',
    },
    {
      kind: 'answers of language models',
      tables: ['model_answer'],
      kept: '30 days',
      job: 'conversations.purge-conversations',
    },
    {
      kind: 'clusters',
      tables: [
        'cluster',
        'cluster_count',
        'cluster_term',
        'cluster_vector',
        'cluster_documentation',
        'grouping',
        'term',
      ],
      kept: 'as issues are now',
    },
    {
      kind: 'merged and split clusters',
      tables: ['cluster_change'],
      kept: '400 days, as the next grouping finds them',
    },
  ] satisfies Growth[],
  entities: [conversationSchema, conversationSettingsSchema, issueSchema, clusterSchema],
};
