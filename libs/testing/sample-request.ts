import type { Request } from './api-client.js';
import type { Operation } from './api-document.js';

/** Bodies that would be taken, of the operations that need one. */
const BODIES: Record<string, unknown> = {
  createOrganization: { title: 'Sample' },
  updateOrganizationById: { title: 'Sample' },
  updateOrganizationAgentInstructions: { instructions: { object: 'document', nodes: [] } },
  inviteUsersToOrganization: { emails: ['sample@example.com'] },
  createOrganizationInvite: { role: 'read' },
  updateOrganizationInviteById: { role: 'read' },
  updateUserById: { displayName: 'Sample' },
  createUserToken: { label: 'Sample' },
  updateMemberInOrganizationById: { role: 'read' },
  createOrganizationTeam: { title: 'Sample' },
  updateTeamInOrganizationById: { title: 'Sample' },
  updateMembersInOrganizationTeam: { add: [] },
  addMemberToOrganizationTeamById: {},
  createOrganizationSAMLProvider: { label: 'Sample' },
  updateOrganizationSAMLProvider: { label: 'Sample' },
  createSpace: { title: 'Sample' },
  updateSpaceById: { title: 'Sample' },
  createCollection: { title: 'Sample' },
  updateCollectionById: { title: 'Sample' },
  transferCollection: { organization: 'nobody' },
  transferSpace: { organization: 'nobody' },
  moveCollection: { parent: null },
  moveSpace: { parent: null },
  inviteToSpace: { users: ['nobody'], role: 'read' },
  inviteToCollection: { users: ['nobody'], role: 'read' },
  updateUserPermissionInSpace: { role: 'read' },
  updateUserPermissionInCollection: { role: 'read' },
  updateTeamPermissionInSpace: { role: 'read' },
  updateTeamPermissionInCollection: { role: 'read' },
  updateSpaceContent: { changes: [{ operation: 'insert_page', title: 'Sample' }] },
  createChangeRequest: { subject: 'Sample' },
  updateChangeRequestById: { subject: 'Sample' },
  updateChangeRequestContent: { changes: [{ operation: 'insert_page', title: 'Sample' }] },
  resolveChangeRequestConflict: { take: 'main' },
  importContent: { url: 'http://example.invalid/docs.zip', source: 'zip' },
  importGitRepository: { url: 'https://example.invalid/docs.git', ref: 'main' },
  exportToGitRepository: { url: 'https://example.invalid/docs.git', ref: 'main', commitMessage: 'Export' },
};

/** A request an operation would take: the ids put into its path, what it requires in its query, a body. */
export function requestFor(
  path: string,
  operation: Operation,
  ids: Readonly<Record<string, string>>,
): { url: string; request: Request } {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'none'));
  const required = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = Object.fromEntries(required.map(({ name }) => [name, 'confidential']));
  if (operation.requestBody === undefined) return { url, request: { query } };
  const body = BODIES[operation.operationId];
  if (body === undefined) throw new Error(`No sample body is known for ${operation.operationId}: give it one here`);
  return { url, request: { query, body } };
}
