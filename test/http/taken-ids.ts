type Ids = Readonly<Record<string, string>>;
type Bodies = Readonly<Record<string, (id: string, own: Ids) => object>>;

const comment = { body: { markdown: 'Sample' } };
let sources = 0;
const led = (destination: object) => ({ source: `/led-${++sources}`, destination });

/** References by the member that holds their id. */
const reference = (member: string, id: string) => ({
  kind: member === 'reusableContent' ? 'reusable-content' : member,
  [member]: id,
});
const REFERRING = ['file', 'space', 'page', 'user', 'collection', 'reusableContent'];
const referring = (prefix: string, make: (ref: object) => object): Bodies =>
  Object.fromEntries(REFERRING.map((member) => [`${prefix}.${member}`, (id: string) => make(reference(member, id))]));

const edits = (operation: string): Bodies => ({
  ...referring(`${operation} changes.target`, (target) => ({
    changes: [{ operation: 'insert_page', type: 'link', title: 'Link', target }],
  })),
  [`${operation} changes.page`]: (page) => ({ changes: [{ operation: 'update_page', page, title: 'Other' }] }),
  [`${operation} changes.into`]: (into) => ({ changes: [{ operation: 'insert_page', title: 'New', into }] }),
  [`${operation} changes.revision`]: (revision, { pageId }) => ({
    changes: [{ operation: 'revert_page', page: pageId, revision }],
  }),
});

const customized = (operation: string): Bodies => ({
  ...referring(`${operation} header.primaryLink`, (primaryLink) => ({ header: { primaryLink } })),
  ...referring(`${operation} header.links.to`, (to) => ({ header: { links: [{ title: 'Link', to }] } })),
  ...referring(`${operation} header.links.links.to`, (to) => ({
    header: { links: [{ title: 'Menu', to: null, links: [{ title: 'Link', to }] }] },
  })),
  ...referring(`${operation} footer.groups.links.to`, (to) => ({
    footer: { groups: [{ title: 'Group', links: [{ title: 'Link', to }] }] },
  })),
  ...referring(`${operation} announcement.link.to`, (to) => ({
    announcement: { enabled: true, message: 'News', style: 'info', link: { title: 'Link', to } },
  })),
});

const besides = (operation: string): Bodies =>
  Object.fromEntries(
    ['before', 'after'].flatMap((when) =>
      ['space', 'collection'].map((type) => [
        `${operation} position.${when}.${type}`,
        (id: string) => ({ position: { [when]: { type, [type]: id } } }),
      ]),
    ),
  );

const sorted = (when: string): Bodies => ({
  'sortSiteStructure item.id': (id) => ({ item: { type: 'site-section', id }, position: {} }),
  [`sortSiteStructure position.${when}.id`]: (id, { siteSectionId }) => ({
    item: { type: 'site-section', id: siteSectionId },
    position: { [when]: { type: 'site-section', id } },
  }),
});

const redirects = (operation: string): Bodies => ({
  [`${operation} destination.siteSectionId`]: (siteSectionId) => led({ kind: 'site-section', siteSectionId }),
  [`${operation} destination.siteSpaceId`]: (siteSpaceId) => led({ kind: 'site-space', siteSpaceId }),
  [`${operation} destination.pageId`]: (pageId, { siteSpaceId }) => led({ kind: 'site-page', siteSpaceId, pageId }),
  [`${operation} destination.spaceId`]: (spaceId, { pagePath }) => led({ kind: 'path', spaceId, path: pagePath }),
});

/** Bodies around an id that would be taken, where what the schema requires makes none. */
export const COMPLETED: Bodies = {
  ...edits('updateSpaceContent'),
  ...edits('updateChangeRequestContent'),
  ...customized('updateSiteCustomizationById'),
  ...customized('overrideSiteSpaceCustomizationById'),
  ...besides('moveCollection'),
  ...besides('moveSpace'),
  ...sorted('before'),
  ...sorted('after'),
  ...redirects('createSiteRedirect'),
  ...redirects('updateSiteRedirectById'),
  ...referring('aggregateSiteEvents where.values', (value) => ({
    range: 'last7Days',
    where: [{ column: 'eventLinkTargetValue', values: [value] }],
  })),
  ...referring('trackEventsInSiteById events.link.target', (target) => ({
    events: [{ type: 'link_click', link: { target, position: 'content' } }],
  })),
  'importContent upload': (upload) => ({ upload, url: undefined, source: undefined }),
  'createChangeRequestForConversationsIssuesCluster parent': (parent, { spaceId }) => ({ space: spaceId, parent }),
  'inviteToCollection teams': (id) => ({ teams: [id], users: undefined }),
  'inviteToSpace teams': (id) => ({ teams: [id], users: undefined }),
  'createOrganizationInvite space': (space) => ({ level: 'read', space, role: undefined }),
  'createOrganizationInvite collection': (collection) => ({ level: 'read', collection, role: undefined }),
  'renderIntegrationUIWithPost context.spaceId': (spaceId) => ({ context: { type: 'document', spaceId } }),
  'renderIntegrationUIWithPost context.siteId': (siteId) => ({ context: { type: 'configuration_site', siteId } }),
  'submitSiteAgentFeedback pageId': (pageId, { spaceId }) => ({ spaceId, pageId }),
  'addSpaceToSite sectionId': (sectionId, { unplacedSpaceId }) => ({ spaceId: unplacedSpaceId, sectionId }),
  'addSectionToSite siteSectionGroupId': (id, { unplacedSpaceId }) => ({
    spaceId: unplacedSpaceId,
    siteSectionGroupId: id,
  }),
  'searchSiteContent siteSpaceIds': (id) => ({ mode: 'specific', siteSpaceIds: [id] }),
  'searchSiteContent scope.siteSpaceIds': (id) => ({
    mode: undefined,
    scope: { mode: 'specific', siteSpaceIds: [id] },
  }),
  'streamAskInSite scope.siteSpaceIds': (id) => ({ scope: { mode: 'specific', siteSpaceIds: [id] } }),
  'createTranslation source.space': (space) => ({ source: { space, language: 'en' }, language: 'fr' }),
  'getComputedDocument source.props.space': (space, { documentId, translationId }) => ({
    source: {
      type: 'builtin:translation',
      props: { space, document: documentId },
      dependencies: { translation: { ref: { kind: 'translation', translation: translationId } } },
    },
  }),
  'applyTemplateToSpace changeRequestId': (changeRequestId, { spaceId }) => ({ id: spaceId, changeRequestId }),
  'postCommentInSpace page': (page) => ({ ...comment, page }),
  'postCommentInChangeRequest page': (page) => ({ ...comment, page }),
};

const COMES_AND_GOES =
  'pages, files and the like come and go, or are made by a source: looked up in the space each time they are shown';
const REFERENCE = 'content: what it leads to is looked up each time it is read, among what the reader reaches';
const PASSED_OVER = 'makes no difference: docs/api/compatibility.md says so';
const SCOPE = 'narrows what is looked through: renderers remember a site for a while, and find nothing in what is gone';
const FILTER = 'a filter: nothing matches it';
const HAPPENED =
  'tells what happened, maybe with what was deleted since: kept as an id, and nothing is looked up by it';
const ABSENT = 'a member who is not there is removed already';

/** Members that are taken whatever they name, with the reason: by the operation, and how the member begins. */
const TAKEN: readonly (readonly [operation: string, member: RegExp, reason: string])[] = [
  ['updateSiteCustomizationById', /\.(file|page|reusableContent)$/, COMES_AND_GOES],
  ['overrideSiteSpaceCustomizationById', /\.(file|page|reusableContent)$/, COMES_AND_GOES],
  ['createSiteRedirect', /^destination\.pageId$/, COMES_AND_GOES],
  ['updateSiteRedirectById', /^destination\.pageId$/, COMES_AND_GOES],
  ['updateSpaceContent', /^changes\.target\./, REFERENCE],
  ['updateChangeRequestContent', /^changes\.target\./, REFERENCE],
  ['streamAIResponseInSite', /^input\.context\./, PASSED_OVER],
  ['streamAskInSite', /^context\./, PASSED_OVER],
  ['streamAskInSite', /^scope\./, SCOPE],
  ['searchSiteContent', /^(scope\.|siteSpaceId)/, SCOPE],
  ['aggregateSiteEvents', /^where\./, FILTER],
  ['trackEventsInSiteById', /^events\./, HAPPENED],
  ['submitSiteAgentFeedback', /^pageId$/, HAPPENED],
  ['updateMembersInOrganizationTeam', /^remove$/, ABSENT],
];

/** Why a member is taken whatever it names; undefined for all that are refused. */
export function reasonToTake(operation: string, member: string): string | undefined {
  return TAKEN.find(([name, members]) => name === operation && members.test(member))?.[2];
}

export const takenMembers = TAKEN.map(([operation, members]) => ({ operation, members }));
