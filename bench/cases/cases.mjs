import { editBody, editTitle } from './editing.mjs';
import { conditionalRead, listOf50, pageById, pageTree, pageWithLinks } from './reading.mjs';
import { search } from './searching.mjs';

/** Everything that is measured, in its order. */
export const CASES = [
  pageById,
  pageWithLinks,
  conditionalRead,
  listOf50,
  pageTree(1_000),
  pageTree(10_000),
  search,
  editBody,
  editTitle,
];
