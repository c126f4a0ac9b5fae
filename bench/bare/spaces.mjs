const COLUMNS = `select id, title, emoji, visibility, created_at, updated_at, edit_mode, template, merge_rules,
  organization_id, language, revision, default_level from bare.space where organization_id = $1 and id > $2 order by id limit 51`;

const PERMISSIONS = {
  view: true,
  access: true,
  admin: true,
  viewInviteLinks: true,
  edit: true,
  triggerGitSync: true,
  comment: true,
  merge: true,
  review: true,
  installIntegration: true,
};

/** 50 spaces of an organization, by keyset. `text`: PostgreSQL writes the JSON. */
export function answerer({ pool, mode, publicUrl }) {
  const textOf = mode === 'text' ? writtenByDatabase(publicUrl) : undefined;
  return async (request) => {
    const values = [request.url.split('/')[3], ''];
    if (textOf) {
      const [row] = (await pool.query({ name: 'text', text: textOf, values })).rows;
      return { body: `{"next":{"page":"${cursor(row.last)}"},"items":${row.items},"count":50}` };
    }
    const { rows } = await pool.query({ name: 'spaces', text: COLUMNS, values });
    const items = rows.slice(0, 50).map((row) => viewOf(row, publicUrl));
    return { body: JSON.stringify({ next: { page: cursor(rows[49].id) }, items, count: items.length }) };
  };
}

function cursor(id) {
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}

function viewOf(row, publicUrl) {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editMode: row.edit_mode,
    template: row.template,
    mergeRules: row.merge_rules,
    organization: row.organization_id,
    language: row.language,
    revision: row.revision,
    defaultLevel: row.default_level,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    urls: { location: `${publicUrl}/v1/spaces/${row.id}`, app: `${publicUrl}/s/${row.id}/` },
    permissions: PERMISSIONS,
  };
}

/** The same, written by PostgreSQL. */
function writtenByDatabase(publicUrl) {
  const time = (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `select '[' || string_agg(view, ',' order by id) || ']' as items, max(id) as last from (
    select id, row_to_json(view)::text as view from (
      select 'space' as object, id, title, emoji, visibility, ${time('created_at')} as "createdAt",
        ${time('updated_at')} as "updatedAt", edit_mode as "editMode", template, merge_rules as "mergeRules",
        organization_id as organization, language, revision, default_level as "defaultLevel", 0 as comments,
        0 as "changeRequests", 0 as "changeRequestsOpen", 0 as "changeRequestsDraft",
        ('{"location":"${publicUrl}/v1/spaces/' || id || '","app":"${publicUrl}/s/' || id || '/"}')::json as urls,
        '${JSON.stringify(PERMISSIONS)}'::json as permissions
      from bare.space where organization_id = $1 and id > $2 order by id limit 50) view) rows`;
}
