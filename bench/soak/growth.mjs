/**
 * What tables may grow by while the soak writes. Each is content, whose rows are bounded by what was written; or a trail
 * of what happened, which is kept for some time; or the work of the moment, which must go again.
 */

/** Rows of a table for what was made (`made`, by name). Whatever was sent and not answered may be there as well. */
const CONTENT = {
  'content.change_request': ({ 'change requests': requests }) => requests,
  'content.change_request_contributor': ({ 'change requests': requests }) => 2 * requests,
  'content.comment': ({ comments }) => comments,
  'content.document': (made) => writes(made) * 1.2 + 12 * made.imports + 40 * specifications(made),
  'content.file_blob': ({ files }) => files,
  'content.former_path': () => 20 * 700,
  'content.git_sync': () => 0,
  'content.glossary_entry': () => 0,
  'content.import_step': () => 200,
  'content.indexed_revision': () => 40,
  'content.live_file': ({ files }) => files,
  'content.live_page': () => 300,
  'content.live_target': () => 3_000,
  'content.merge_conflict': ({ 'change requests': requests }) => 2 * requests,
  'content.node': (made) => 3 * (writes(made) + made.imports * 8) + 20 * specifications(made),
  'content.revision': (made) => writes(made),
  'content.revision_parent': (made) => 2 * writes(made),
  'content.search_passage': () => 10_000,
  'content.search_term': () => 40_000,
  'content.search_word': () => 20_000,
  'content.source_item': () => 400,
  'content.source_text': (made) => 40 * made.imports,
  'content.store_mark': () => 1,
  'content.store_walk': () => 1,
  'content.space_document': (made) => writes(made) * 1.2 + 12 * made.imports + 40 * specifications(made),
  'content.translated_item': () => 100,
  'content.translation_memory': (made) => 4 * made.translations,
  'conversations.conversation': ({ conversations }) => conversations,
  'conversations.issue': ({ conversations }) => 3 * conversations,
  'conversations.issue_vector': ({ conversations }) => 3 * conversations,
  'conversations.cluster': ({ conversations }) => conversations,
  'conversations.cluster_change': ({ conversations }) => 2 * conversations,
  'conversations.cluster_count': ({ conversations }) => 4 * conversations,
  'conversations.cluster_documentation': ({ conversations }) => conversations,
  'conversations.cluster_term': ({ conversations }) => 40 * conversations,
  'conversations.cluster_vector': ({ conversations }) => conversations,
  'conversations.term': ({ conversations }) => 20 * conversations,
  'graphile_worker._private_jobs': ({ 'deleted organizations': deleted }) => 60 + 3 * deleted,
  'organization.member': ({ members }) => members,
  'organization.scim_user': ({ members }) => members,
  'organization.team': ({ teams }) => teams,
  'organization.team_member': ({ teams }) => 2 * teams,
  'organization.token': ({ tokens }) => tokens,
  'organization.user': ({ users }) => users,
};

/** Kept for some time, or for ever, however much of it there is: named with what it takes. */
const TRAILS = new Set([
  'content.print',
  'content.stored_ahead',
  'content.unused_blob',
  'conversations.model_answer',
  'integrations.event_stream',
  'integrations.integration_event',
  'kernel.idempotent_request',
  'organization.audit_event',
  'publishing.insight_event',
  'publishing.openapi_part',
  'publishing.openapi_text',
  'publishing.openapi_version',
]);

/** Rows more than before that do not matter: jobs of the schedule, quotas of the minute. */
const MOMENT = {
  'graphile_worker._private_job_queues': 40,
  // A row for each job of the schedule that bounds what grows.
  'kernel.bounding_run': 30,
  'kernel.process': 2,
  'kernel.quota_use': 400,
  'kernel.running_job': 3,
  'content.garbage_collection': 1,
  'conversations.grouping': 2,
  'organization.session': 3,
};

/** What each kill may leave until the job of it runs again. */
const OF_A_KILL = { 'kernel.fatal_job': 16, 'kernel.running_job': 16 };

/** Of what callers delete themselves: a step that a kill cut off leaves some. */
const ABANDONED = new Set([
  ...['content.space', 'content.space_head', 'content.space_counts', 'content.space_source', 'content.search_space'],
  ...['publishing.site', 'publishing.site_address', 'publishing.share_link', 'publishing.redirect'],
  ...['organization.organization', 'organization.subdomain', 'organization.invite'],
]);

/** Made once, by the first of those who publish. */
const ONCE = new Set(['publishing.openapi_spec', 'content.openapi_spec']);

/** Requests that were sent and not answered may have had an effect; each kill cuts off some. */
const SLACK = 1.1;
const FEW = 20;

function writes(made) {
  const known = ['edits', 'merges', 'change requests', 'imports', 'syncs', 'translations', 'specifications'];
  return known.reduce((sum, name) => sum + 2 * (made[name] ?? 0), 0) - (made.edits ?? 0);
}

const specifications = (made) => made.specifications ?? 0;

/** Rows of tables before and after: those that grew, each with what explains it, and those that nothing explains. */
export function growthOf(before, after, made, unknown, kills) {
  const all = new Proxy(made, { get: (of, name) => of[name] ?? 0 });
  const rows = [...after.values()]
    .map(({ name, rows: now, bytes }) => ({
      ...{ name, rows: now - (before.get(name)?.rows ?? 0), bytes: bytes - (before.get(name)?.bytes ?? 0), now },
    }))
    .filter(({ rows: grown }) => grown !== 0);
  return rows.map((row) => {
    if (row.rows <= 0) return { ...row, kind: 'less', isExplained: true };
    const most = CONTENT[row.name]?.(all);
    if (most !== undefined)
      return {
        ...row,
        kind: 'content',
        most: Math.round(most),
        isExplained: row.rows <= most * SLACK + FEW + 2 * unknown,
      };
    if (TRAILS.has(row.name)) return { ...row, kind: 'trail', isExplained: true };
    if (ABANDONED.has(row.name)) return { ...row, kind: 'cut off', most: unknown, isExplained: row.rows <= unknown };
    const least = ONCE.has(row.name) ? 2 : (MOMENT[row.name] ?? 0) + (OF_A_KILL[row.name] ?? 0) * kills;
    return { ...row, kind: 'moment', most: least, isExplained: row.rows <= least };
  });
}
