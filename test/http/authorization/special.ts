import type { Need, Outcome } from './expected.js';
import type { Ids, Variant } from './matrix.js';

/** A request that takes another role than its operation does else, or is answered otherwise. */
export interface Special extends Variant {
  operationId: string;
  what: string;
  /** The rule of the document that says so, word for word. */
  rule?: string;
  need: Need;
  /** With what it is answered in the place of what the role alone would lead to. */
  answers?: Readonly<Partial<Record<Outcome, Outcome>>>;
}

const isDeleted: Variant['prepare'] = (server, { spaceId }) =>
  server.rows('update content.space set deleted_at = now() where id = $1 and deleted_at is null', [spaceId]);
const isLocked: Variant['prepare'] = (server, { spaceId }) =>
  server.rows(`update content.space set edit_mode = 'locked' where id = $1`, [spaceId]);
const inCollection = ({ collectionId }: Ids) => ({ title: 'Sample', parent: collectionId });

const IN_COLLECTION = {
  what: 'in a collection',
  rule: 'In a collection: the role create on it instead.',
  need: { of: 'collection', role: 'create' },
  body: inCollection,
} as const;

/** The space is a template itself. */
const TEMPLATE = ({ spaceId }: Ids) => ({ id: spaceId });

/** Who can't see that a space is deleted can't tell it from one that is not there. */
const DELETED = {
  what: 'which is deleted',
  need: { of: 'space', role: 'admin' },
  prepare: isDeleted,
  answers: { 403: 404 },
} as const;

const LOCKED = {
  what: 'into a space that is locked',
  rule: 'Nobody changes a space that is locked.',
  prepare: isLocked,
} as const;

export const SPECIAL: readonly Special[] = [
  {
    operationId: 'updateOrganizationAuthentication',
    what: 'demanding a second factor with a token',
    rule: 'Demanding a second factor takes a session that has one.',
    need: { of: 'organization', role: 'admin' },
    body: () => ({ secondFactor: 'required' }),
    answers: { 200: 409 },
  },
  { operationId: 'createSpace', ...IN_COLLECTION },
  { operationId: 'createCollection', ...IN_COLLECTION },
  {
    operationId: 'updateSpaceById',
    what: 'changing the default level',
    rule: 'Changing defaultLevel or template takes an administrator of the space.',
    need: { of: 'space', role: 'admin' },
    body: () => ({ defaultLevel: 'inherit' }),
  },
  {
    operationId: 'updateSpaceById',
    what: 'marking it as a template',
    need: { of: 'space', role: 'admin' },
    body: () => ({ template: true }),
  },
  { operationId: 'getSpaceById', rule: 'A deleted space is shown to its administrators only.', ...DELETED },
  { operationId: 'restoreSpace', ...DELETED },
  { operationId: 'updateSpaceContent', need: { of: 'space', role: 'edit' }, answers: { 200: 409 }, ...LOCKED },
  {
    operationId: 'applyTemplateToSpace',
    ...LOCKED,
    rule: 'And the role read in the template. Nobody changes a space that is locked.',
    need: { of: 'space', role: 'edit' },
    body: TEMPLATE,
    answers: { 201: 409 },
  },
  { operationId: 'uploadFileToSpace', need: { of: 'space', role: 'edit' }, answers: { 201: 409 }, ...LOCKED },
  { operationId: 'importContent', need: { of: 'space', role: 'edit' }, answers: { 201: 409 }, ...LOCKED },
  { operationId: 'createImportUpload', need: { of: 'space', role: 'edit' }, answers: { 201: 409 }, ...LOCKED },
  { operationId: 'setSpaceGitSync', need: { of: 'space', role: 'create' }, answers: { 200: 409 }, ...LOCKED },
  { operationId: 'importGitRepository', need: { of: 'space', role: 'create' }, answers: { 204: 409 }, ...LOCKED },
  {
    operationId: 'mergeChangeRequest',
    what: 'into a space that is locked',
    rule: 'Nobody merges into a space that is locked, or against its merge rules.',
    need: { of: 'space', role: 'edit' },
    prepare: isLocked,
    answers: { 200: 409 },
  },
];
