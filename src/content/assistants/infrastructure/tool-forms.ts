import { takes, type ToolForm } from '#mcp';
import type { ListedStatus, NamedChangeRequest, Proposed } from './change-request-tools.js';

/** A space, or a change request in it. */
export interface Place {
  space: string;
  changeRequest?: string;
}

/** A call that is done once, however often it is sent. */
interface Keyed {
  key?: string;
}

const id = (description: string): object => ({ type: 'string', pattern: '^[\\w-]{1,100}$', description });
const text = (most: number, description: string, least = 0): object => ({
  type: 'string',
  minLength: least,
  maxLength: most,
  description,
});
const NEXT = text(2048, 'Where to go on: what the part before ended with');
const FROM = (description: string): object => ({ type: 'integer', minimum: 0, description });
const SPACE = id('The id of a space');
const ORGANIZATION = id('The id of an organization');
const CHANGE_REQUEST = id('The id of a change request, or its number');
const OF_CHANGE_REQUEST = id('The id or number of a change request, for its content instead of what is live');
const PAGE = text(2048, 'The id of a page, or its path; the empty text is the first page');
const QUERY = text(512, 'Words to look for', 1);
const KEY = text(
  200,
  'A text of your own for this call. Send it again with the same when you do not know whether it was done: then it is ' +
    'done once. Valid for 24 hours',
  1,
);
/** Characters. */
const MOST_MARKDOWN = 1_000_000;
const MOST_SAID = 50_000;

export const LIST_ORGANIZATIONS: ToolForm<{ from?: string }> = {
  name: 'list_organizations',
  title: 'List organizations',
  description: 'The organizations of the user, with their ids',
  takes: takes<{ from?: string }>({ from: NEXT }),
};

export const LIST_SPACES: ToolForm<{ organization: string; from?: string }> = {
  name: 'list_spaces',
  title: 'List spaces',
  description: 'The spaces of an organization that the user may read, with their ids',
  takes: takes<{ organization: string; from?: string }>({ organization: ORGANIZATION, from: NEXT }, 'organization'),
};

export const LIST_PAGES: ToolForm<Place & { from?: number }> = {
  name: 'list_pages',
  title: 'List pages',
  description: 'The tree of pages of a space, with their ids and paths',
  takes: takes<Place & { from?: number }>(
    { space: SPACE, changeRequest: OF_CHANGE_REQUEST, from: FROM('The page of the list to go on from') },
    'space',
  ),
};

export const READ_PAGE: ToolForm<Place & { page: string; from?: number }> = {
  name: 'read_page',
  title: 'Read a page',
  description: 'A page of a space: what it is, then its Markdown as it can be edited',
  takes: takes<Place & { page: string; from?: number }>(
    {
      space: SPACE,
      page: PAGE,
      changeRequest: OF_CHANGE_REQUEST,
      from: FROM('The character to go on from, of a page that was cut'),
    },
    'space',
    'page',
  ),
};

export const SEARCH: ToolForm<{ query: string; organization: string }> = {
  name: 'search',
  title: 'Search an organization',
  description: 'Pages in all spaces of an organization that the user may read, the best first',
  takes: takes<{ query: string; organization: string }>(
    { query: QUERY, organization: ORGANIZATION },
    'query',
    'organization',
  ),
};

export const SEARCH_SPACE: ToolForm<{ query: string; space: string }> = {
  name: 'search_space',
  title: 'Search a space',
  description: 'Pages of one space, the best first',
  takes: takes<{ query: string; space: string }>({ query: QUERY, space: SPACE }, 'query', 'space'),
};

export const LIST_CHANGE_REQUESTS: ToolForm<{ space: string; status?: ListedStatus; from?: string }> = {
  name: 'list_change_requests',
  title: 'List change requests',
  description: 'The change requests of a space, those that changed last first',
  takes: takes<{ space: string; status?: ListedStatus; from?: string }>(
    { space: SPACE, status: { enum: ['draft', 'open', 'archived', 'merged'] }, from: NEXT },
    'space',
  ),
};

export const READ_CHANGE_REQUEST: ToolForm<NamedChangeRequest> = {
  name: 'read_change_request',
  title: 'Read a change request',
  description: 'The status of a change request, the pages that it changes, and open comments on it',
  takes: takes<NamedChangeRequest>({ space: SPACE, changeRequest: CHANGE_REQUEST }, 'space', 'changeRequest'),
};

const CHANGE = {
  type: 'object',
  properties: {
    action: {
      enum: ['create', 'edit', 'delete'],
      description: 'create a page; edit the text, title, slug or place of one; or delete it',
    },
    page: { ...PAGE, description: 'Which page to edit or delete: its id or path' },
    title: text(500, 'The title, of a new page or instead of the one it has', 1),
    slug: text(100, 'The last part of its path'),
    markdown: text(MOST_MARKDOWN, 'All of the text, in place of what is there'),
    under: text(2048, 'The page to put it under: its id or path; the empty text for the root'),
  },
  required: ['action'],
  additionalProperties: false,
};

export const PROPOSE_CHANGES: ToolForm<Proposed & Keyed> = {
  name: 'propose_changes',
  title: 'Propose changes',
  description:
    'Proposes changes to pages of a space: as a new change request, which people review and merge, or as further ' +
    'changes in one that is there. All of them are made, or none',
  writes: true,
  takes: takes<Proposed & Keyed>(
    {
      space: SPACE,
      changeRequest: id('The id or number of a change request to add the changes to; a new one if left out'),
      subject: text(100, 'What a new change request is about, in a line', 1),
      description: text(MOST_SAID, 'Why, as Markdown, for those who review a new change request'),
      changes: { type: 'array', items: CHANGE, minItems: 1, maxItems: 50 },
      reviewers: {
        type: 'array',
        items: id('The id of a user'),
        maxItems: 20,
        description: 'Whom to ask for a review',
      },
      draft: { type: 'boolean', description: 'Leave a new change request a draft, which is not to be reviewed yet' },
      key: KEY,
    },
    'space',
    'changes',
  ),
};

export const COMMENT: ToolForm<NamedChangeRequest & Keyed & { markdown: string; page?: string }> = {
  name: 'comment',
  title: 'Comment on a change request',
  description: 'Posts a comment in a change request, perhaps about one of its pages',
  writes: true,
  takes: takes<NamedChangeRequest & Keyed & { markdown: string; page?: string }>(
    {
      space: SPACE,
      changeRequest: CHANGE_REQUEST,
      markdown: text(MOST_SAID, 'What to say', 1),
      page: { ...PAGE, description: 'The page that it is about: its id or path' },
      key: KEY,
    },
    'space',
    'changeRequest',
    'markdown',
  ),
};
