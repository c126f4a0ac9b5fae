import type { Provider } from '@nestjs/common';
import { AddSectionGroupHandler } from '../../application/structure/add-section-group.js';
import { AddSectionHandler } from '../../application/structure/add-section.js';
import { AddSpaceToSiteHandler } from '../../application/structure/add-space-to-site.js';
import { RemoveFromStructureHandler } from '../../application/structure/remove-from-structure.js';
import { SortStructureHandler } from '../../application/structure/sort-structure.js';
import { UpdateSectionGroupHandler } from '../../application/structure/update-section-group.js';
import { UpdateSectionHandler } from '../../application/structure/update-section.js';
import { UpdateSiteSpaceHandler } from '../../application/structure/update-site-space.js';
import {
  GetSiteStructureHandler,
  GetStructureItemHandler,
  ListSiteSectionGroupsHandler,
  ListSiteSectionsHandler,
  ListSiteSpacesHandler,
  StructureReading,
} from './structure.reader.js';

/** What the structure of a site is made of. */
export const STRUCTURE: Provider[] = [
  StructureReading,
  AddSectionGroupHandler,
  AddSectionHandler,
  AddSpaceToSiteHandler,
  GetSiteStructureHandler,
  GetStructureItemHandler,
  ListSiteSectionGroupsHandler,
  ListSiteSectionsHandler,
  ListSiteSpacesHandler,
  RemoveFromStructureHandler,
  SortStructureHandler,
  UpdateSectionGroupHandler,
  UpdateSectionHandler,
  UpdateSiteSpaceHandler,
];
