import { createPage } from './creating.mjs';
import { editBody, editTitle, writers } from './editing.mjs';
import { merging, mergingAmongWriters, mergingBothSides, updating } from './merging.mjs';
import { deletingPage, movingPage } from './placing.mjs';
import { duplicating, movingSubtree } from './rearranging.mjs';
import { conditionalRead, listOf50, pageById, pageTree, pageWithLinks } from './reading.mjs';
import { backlinks, pageLinks, spaceLinks } from './linking.mjs';
import { administratorSearch, collectionsList, createSpace, organizationsList } from './flat-lists.mjs';
import { permissions, permissionsSearch } from './permissions.mjs';
import { importOf } from './importing.mjs';
import { searchOf } from './searching.mjs';
import { printOf } from './printing.mjs';
import { largeFile } from './files.mjs';
import { syncing } from './syncing.mjs';
import { translating } from './translating.mjs';
import { publishedSite, resolving, siteSearch, trackedEvents } from './publishing.mjs';
import { keptPage, keptPageAgain } from './site-pages.mjs';
import { readerSearch } from './site-searching.mjs';
import { processing, specificationContent } from './specifications.mjs';
import { profileOfLarge, resolvingLarge, searchOfLarge } from './large-sites.mjs';
import { conversations } from './conversations.mjs';
import { deliveries } from './deliveries.mjs';
import { installationsBeside, installationsOfOne } from './installations.mjs';
import { coldStart, idleMemory } from './scripts.mjs';
import { secondStart } from './starting.mjs';
import { following } from './following.mjs';
import { history } from './history.mjs';
import { indexing } from './indexing.mjs';
import { stopping } from './stopping.mjs';
import { pageAfterEdit, treeAfterEdit } from './trees.mjs';

/** Everything that is measured, in its order. */
export const CASES = [
  pageById,
  pageWithLinks,
  conditionalRead,
  listOf50,
  pageTree(1_000),
  pageTree(10_000),
  treeAfterEdit,
  pageAfterEdit,
  searchOf(1_000),
  searchOf(10_000),
  searchOf(100_000),
  spaceLinks,
  pageLinks,
  backlinks,
  permissions,
  permissionsSearch,
  organizationsList,
  collectionsList,
  administratorSearch,
  createSpace,
  createPage,
  movingPage,
  deletingPage,
  editBody,
  editTitle,
  writers,
  merging,
  mergingBothSides,
  updating,
  mergingAmongWriters,
  duplicating,
  movingSubtree,
  importOf(1_000),
  importOf(10_000),
  printOf(100),
  printOf(1_000),
  largeFile,
  syncing,
  translating,
  resolving,
  publishedSite,
  siteSearch,
  keptPage,
  keptPageAgain,
  readerSearch,
  resolvingLarge,
  profileOfLarge,
  searchOfLarge,
  trackedEvents,
  processing,
  specificationContent,
  deliveries,
  installationsOfOne,
  installationsBeside,
  conversations,
  coldStart,
  idleMemory,
  following,
  indexing,
  history,
  secondStart,
  stopping,
];
