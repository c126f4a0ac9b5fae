import { editBody, editTitle } from './editing.mjs';
import { conditionalRead, listOf50, pageById, pageTree, pageWithLinks } from './reading.mjs';
import { backlinks, pageLinks, spaceLinks } from './linking.mjs';
import { permissions, permissionsSearch } from './permissions.mjs';
import { importOf } from './importing.mjs';
import { search } from './searching.mjs';
import { secondStart } from './starting.mjs';

/** Everything that is measured, in its order. */
export const CASES = [
  pageById,
  pageWithLinks,
  conditionalRead,
  listOf50,
  pageTree(1_000),
  pageTree(10_000),
  search,
  spaceLinks,
  pageLinks,
  backlinks,
  permissions,
  permissionsSearch,
  editBody,
  editTitle,
  importOf(1_000),
  importOf(10_000),
  secondStart,
];
