import type { Request } from './api-client.js';
import type { Operation } from './api-document.js';
import { renderQuery, renderRequest } from './test-integration.js';

type Json = Record<string, unknown>;

const color = { light: '#1d4ed8', dark: '#93c5fd' };

/** All settings that a site always has, as the public clients must send them, and no others. */
const WHOLE: Json = {
  styling: {
    theme: 'clean',
    primaryColor: color,
    infoColor: color,
    successColor: color,
    warningColor: color,
    dangerColor: color,
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  pageActions: {},
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};

/** A body that replaces the customization of a site: complete, with these changes. */
export function wholeCustomization(changes: object = {}): Json {
  return merged(WHOLE, changes as Json);
}

function merged(one: Json, other: Json): Json {
  const all = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = all[name];
    all[name] = isGroup(value) && isGroup(known) ? merged(known, value) : value;
  }
  return all;
}

/** A color is an object, but one value. */
function isGroup(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('light' in value);
}

/** A `docs.yaml` that is no more than it must be. */
const siteConfig = { text: 'site: { title: Sample, structure: [] }' };

/** Valid bodies for the operations that need one. */
const BODIES: Record<string, unknown> = {
  createOrganization: { title: 'Sample' },
  updateOrganizationById: { title: 'Sample' },
  updateOrganizationAuthentication: { secondFactor: 'optional' },
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
  addOrganizationDomain: { domain: 'sampled.example' },
  createOrganizationOIDCProvider: { label: 'Sample' },
  updateOrganizationOIDCProvider: { label: 'Sample' },
  createOrganizationSAMLProvider: { label: 'Sample' },
  createOrganizationScimToken: { label: 'Sample' },
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
  applyTemplateToSpace: { id: 'nobody' },
  createChangeRequest: { subject: 'Sample' },
  updateChangeRequestById: { subject: 'Sample' },
  updateChangeRequestContent: { changes: [{ operation: 'insert_page', title: 'Sample' }] },
  resolveChangeRequestConflict: { take: 'main' },
  requestReviewersForChangeRequest: { users: ['nobody'] },
  submitChangeRequestReview: { status: 'approved' },
  postCommentInSpace: { body: { markdown: 'Sample' } },
  updateCommentInSpace: { resolved: true },
  postCommentReplyInSpace: { body: { markdown: 'Sample' } },
  updateCommentReplyInSpace: { addedReactions: ['tada'] },
  postCommentInChangeRequest: { body: { markdown: 'Sample' } },
  updateCommentInChangeRequest: { resolved: true },
  postCommentReplyInChangeRequest: { body: { markdown: 'Sample' } },
  updateCommentReplyInChangeRequest: { addedReactions: ['tada'] },
  uploadFileToSpace: {},
  uploadFileToChangeRequest: {},
  importContentIntoChangeRequest: {},
  createTranslation: { source: { space: 'nobody', language: 'en' }, language: 'de' },
  getComputedDocument: { source: { type: 'builtin:translation', props: {} }, seed: '1' },
  updateTranslation: { instructions: { object: 'document', nodes: [] } },
  askInOrganization: { query: 'confidential' },
  updateGlossaryEntries: { operations: [{ type: 'insert', translations: { en: 'Sample' } }] },
  createImportUpload: { size: 6, sha256: 'af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf' },
  sendImportUploadPart: {},
  importContent: { url: 'http://example.invalid/docs.zip', source: 'zip' },
  publishIntegration: {
    organization: 'nobody',
    title: 'Sample',
    description: 'Sample',
    scopes: [],
    script: 'export default { fetch: () => new Response() };',
  },
  setIntegrationDevelopmentMode: { tunnelUrl: 'https://sample.invalid' },
  queueIntegrationTask: { task: { type: 'sample' } },
  installIntegration: { organization: 'nobody' },
  updateIntegrationInstallation: { externalIds: ['sample'] },
  installIntegrationOnSpace: { space: 'nobody' },
  updateIntegrationSpaceInstallation: { externalIds: ['sample'] },
  installIntegrationOnSite: { siteId: 'nobody' },
  updateIntegrationSiteInstallation: { externalIds: ['sample'] },
  importGitRepository: { url: 'https://example.invalid/docs.git', ref: 'main' },
  setSpaceGitSync: { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'both' },
  setSiteGitSync: { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'both' },
  resolvePublishedContentByUrl: { url: 'https://sample.invalid/' },
  streamAIResponseInSite: { input: [{ role: 'user', content: 'confidential' }] },
  createSite: { title: 'Sample' },
  updateSiteById: { title: 'Sample' },
  addSectionToSite: { spaceId: 'nobody' },
  updateSiteSectionById: { title: 'Sample' },
  moveSiteSection: {},
  addSpaceToSite: { spaceId: 'nobody' },
  updateSiteSpaceById: { hidden: true },
  moveSiteSpace: {},
  addSectionGroupToSite: { title: 'Sample' },
  updateSiteSectionGroupById: { title: 'Sample' },
  sortSiteStructure: { item: { type: 'site-space', id: 'nobody' }, position: {} },
  readRepositorySiteConfig: { url: 'https://example.invalid/docs.git' },
  applySiteConfig: siteConfig,
  planSiteConfig: siteConfig,
  prepareSiteConfig: siteConfig,
  updateSiteCustomizationById: wholeCustomization({ title: 'Sample' }),
  overrideSiteSpaceCustomizationById: { title: 'Sample' },
  updateSiteAdaptiveSchema: { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
  createSiteShareLink: { name: 'Sample' },
  updateSiteShareLinkById: { active: true },
  updateSitePublishingAuthById: { backend: 'custom' },
  createSiteRedirect: { source: '/sample', destination: { kind: 'external', url: 'https://example.com/' } },
  updateSiteRedirectById: { permanent: true },
  searchSiteContent: { query: 'confidential', mode: 'all' },
  streamAskInSite: { question: 'confidential', scope: { mode: 'all' } },
  ingestConversation: { id: 'sample', parts: [{ type: 'message', role: 'user', body: 'How do I begin?' }] },
  createChangeRequestForConversationsIssuesCluster: { space: 'nobody' },
  updateConversationsSettings: { retentionDays: 365 },
  trackEventsInSiteById: { events: [{ type: 'page_view' }] },
  aggregateSiteEvents: { range: 'last7Days' },
  submitSiteAgentFeedback: {
    feedback: 'Sample',
    url: 'https://docs.example.org/',
    spaceId: 'nobody',
    pageId: 'nobody',
  },
  createOpenAPISpec: { slug: 'sample', source: { text: 'openapi: 3.1.0' } },
  createOrUpdateOpenAPISpecBySlug: { source: { text: 'openapi: 3.1.0' } },
  updateOpenAPISpecBySlug: { visibility: 'public' },
  exportToGitRepository: { url: 'https://example.invalid/docs.git', ref: 'main', commitMessage: 'Export' },
};

/** An address that never resolves. */
const NOWHERE = 'http://sample.invalid/';

/** A valid request for an operation: the ids inserted into its path, its required query, a body. */
export function requestFor(
  path: string,
  operation: Operation,
  ids: Readonly<Record<string, string>>,
): { url: string; request: Request } {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name, path, ids) ?? 'none'));
  const required = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required);
  const rendered = renderRequest(ids['spaceId'] ?? 'nobody');
  const values: Record<string, string> = { url: NOWHERE, offset: '0', ...renderQuery(rendered) };
  const query = Object.fromEntries(required.map(({ name }) => [name, values[name] ?? 'confidential']));
  if (operation.requestBody === undefined) return { url, request: { query } };
  const body = operation.operationId === 'renderIntegrationUIWithPost' ? rendered : BODIES[operation.operationId];
  if (body === undefined) throw new Error(`No sample body is known for ${operation.operationId}: give it one here`);
  return { url, request: { query, body } };
}

/** A comment in a change request is not one of its space: its id has the name `changeRequests.commentId`. */
export function idOf(name: string, path: string, ids: Readonly<Record<string, string>>): string | undefined {
  const within = path.includes('/change-requests/') ? ids[`changeRequests.${name}`] : undefined;
  return within ?? ids[name];
}
