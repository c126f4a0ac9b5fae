import { readApiDocument } from '#testing/api-document';

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; $ref?: string };

const document = readApiDocument();

/** Where one operation means another kind by a member, or says by another member which kind it is. */
const OF_OPERATIONS: Readonly<Record<string, string>> = {
  'addSectionGroupToSite parent': 'siteSectionGroupId',
  'createChangeRequestForConversationsIssuesCluster parent': 'pageId',
  'applyTemplateToSpace id': 'spaceId',
  'sortSiteStructure item.id': 'siteSectionId',
  'sortSiteStructure position.before.id': 'otherSectionId',
  'sortSiteStructure position.after.id': 'otherSectionId',
  'moveSiteSection position.before.siteSection': 'otherSectionId',
  'moveSiteSection position.after.siteSection': 'otherSectionId',
  'moveSiteSpace position.before.siteSpace': 'otherSiteSpaceId',
  'moveSiteSpace position.after.siteSpace': 'otherSiteSpaceId',
  // These are no ids: the id of a term, a comment's text, a page of a specification.
  'updateGlossaryEntries remove': '',
  'trackEventsInSiteById events.feedback.comment': '',
  'getComputedDocument source.props.page': '',
};

/** The members of bodies and the parameters that hold ids of other records, each with the path parameter that names such a record. */
export const KINDS: Readonly<Record<string, string>> = {
  users: 'ownerId',
  user: 'ownerId',
  teams: 'teamId',
  team: 'teamId',
  organization: 'organizationId',
  site: 'siteId',
  space: 'spaceId',
  spaces: 'spaceId',
  spaceId: 'spaceId',
  sectionId: 'siteSectionId',
  sections: 'siteSectionId',
  parentSectionGroupId: 'siteSectionGroupId',
  siteSpace: 'siteSpaceId',
  siteSpaceId: 'siteSpaceId',
  siteSpaceIds: 'siteSpaceId',
  defaultSiteSpace: 'siteSpaceId',
  defaultSiteSection: 'siteSectionId',
  collection: 'collectionId',
  parent: 'collectionId',
  page: 'pageId',
  file: 'fileId',
  upload: 'uploadId',
  reusableContent: 'reusableContentId',
  revision: 'revisionId',
  changeRequest: 'changeRequestId',
  comment: 'commentId',
  review: 'reviewId',
  translation: 'translationId',
  template: 'spaceId',
  siteSection: 'siteSectionId',
  siteSectionId: 'siteSectionId',
  siteSectionGroupId: 'siteSectionGroupId',
  siteShareKey: 'shareLinkId',
  currentSiteSpace: 'siteSpaceId',
  recordId: 'pageId',
  pageId: 'pageId',
  into: 'pageId',
  members: 'ownerId',
  add: 'ownerId',
  remove: 'ownerId',
  defaultTeam: 'teamId',
  changeRequestId: 'changeRequestId',
  creator: 'ownerId',
  contributor: 'ownerId',
  requestedReviewer: 'ownerId',
  actor: 'ownerId',
  owner: 'ownerId',
  authors: 'ownerId',
  targetPage: 'pageId',
  target: 'spaceId',
};

/** A member of a body, as its path without the numbers of lists, that holds an id. */
export interface Place {
  name: string;
  /** The path parameter that names such a record. */
  kind: string;
  body: (id: string) => unknown;
}

function resolved(schema: Schema): Schema {
  const { $ref } = schema;
  return $ref === undefined ? schema : ((document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) as Schema);
}

const isText = ({ type }: Schema): boolean => type === 'string' || (Array.isArray(type) && type.includes('string'));

/** Documents are content: what they lead to is looked up each time they are read. */
const CONTENT: ReadonlySet<string> = new Set(['nodes', 'fragments', 'computedSource', 'dependencies']);
const DEEPEST = 10;

/** The members of a body that hold ids, each by its name. */
export function placesOf(operationId: string, schema: Schema): Place[] {
  const found = [...walk(operationId, schema, '', 0)].map((place) => [place.name, place] as const);
  return [...new Map(found).values()];
}

function* walk(operationId: string, given: Schema, name: string, depth: number): Generator<Place> {
  const schema = resolved(given);
  const inner = (member: Schema, named: string) => walk(operationId, member, named, depth + 1);
  if (depth > DEEPEST) return;
  for (const form of ['oneOf', 'anyOf', 'allOf'].flatMap((kind) => (schema[kind] as Schema[] | undefined) ?? []))
    yield* inner(form, name);
  if (schema.items) for (const place of inner(schema.items, name)) yield { ...place, body: (id) => [place.body(id)] };
  for (const [member, held] of Object.entries(schema.properties ?? {})) {
    if (CONTENT.has(member)) continue;
    for (const place of inner(held, name === '' ? member : `${name}.${member}`))
      yield { ...place, body: (id) => ({ ...(sample(schema) as object), [member]: place.body(id) }) };
  }
  const kind = OF_OPERATIONS[`${operationId} ${name}`] ?? KINDS[name.split('.').at(-1) ?? ''] ?? '';
  if (isText(schema) && schema['enum'] === undefined && kind !== '') yield { name, kind, body: (id) => id };
}

function sample(given: Schema, depth = 0): unknown {
  const schema = resolved(given);
  const { example, enum: words, type, oneOf, required = [] } = schema as Schema & { required?: string[] };
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(oneOf) && depth < 6) return sample(oneOf[0] as Schema, depth + 1);
  if (type === 'object' || schema.properties) {
    const named = required.filter((member) => schema.properties?.[member] && depth < 6);
    return Object.fromEntries(
      named.map((member) => [member, sample(schema.properties?.[member] as Schema, depth + 1)]),
    );
  }
  if (example !== undefined) return example;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 1 : 'sample';
}
