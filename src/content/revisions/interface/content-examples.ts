const PAGE = '0VbbU7q9Gf4SxBv0MnZc';
const REVISION = '0VbbU6p8Fe3RwAu9LmYb';

/** Example batches of changes, for the API's description. */
export const BATCHES = {
  insert: {
    summary: 'Two pages that link to each other',
    value: {
      changes: [
        {
          operation: 'insert_page',
          ref: 'welcome',
          title: 'Welcome',
          emoji: '👋',
          document: { markdown: 'Start with the [first steps](./steps.md).' },
        },
        {
          operation: 'insert_page',
          ref: 'steps',
          title: 'First steps',
          document: { markdown: '## Install\n\nOne command. Then back to the [start](./welcome.md).' },
        },
      ],
    },
  },
  update: {
    summary: 'A new body and title, first among its siblings',
    value: {
      changes: [
        {
          operation: 'update_page',
          page: PAGE,
          title: 'Getting started',
          at: 0,
          document: { markdown: '## Install\n\nTwo commands.' },
        },
      ],
    },
  },
  remove: {
    summary: 'A page and all below it, taken out',
    value: { changes: [{ operation: 'delete_page', page: PAGE }] },
  },
  revert: {
    summary: 'A page as it was in a revision',
    value: { changes: [{ operation: 'revert_page', page: PAGE, revision: REVISION }] },
  },
  files: {
    summary: 'A file, and a page that shows it',
    value: {
      changes: [
        {
          operation: 'insert_files',
          files: [{ name: 'hello.txt', ref: 'hello', contentType: 'text/plain', base64: 'SGVsbG8sIHdvcmxkIQo=' }],
        },
        {
          operation: 'insert_page',
          title: 'Downloads',
          document: { markdown: 'Here is [the file](./hello).' },
        },
      ],
    },
  },
};

/** A block tree: one paragraph. */
export const BLOCKS = {
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      key: 'P7F2n0Jr2aO',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Install it with one command.', marks: [] }] }],
    },
  ],
};

/** Examples of the two forms of a page's body, for the API's description. */
export const PAGE_FORMS = {
  document: { summary: 'A block tree', value: { document: BLOCKS } },
  markdown: {
    summary: 'Markdown (format=markdown)',
    value: { markdown: '# First steps\n\nInstall it with one command.\n' },
  },
};
