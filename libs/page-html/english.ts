import type { PageWords } from './context.js';

/** The texts of the interface in English. */
export const ENGLISH: PageWords = {
  copy: 'Copy',
  showAll: 'Show all',
  anchor: 'Link to this section',
  done: 'Done',
  checkbox: 'Checked',
  table: 'Table',
  tabs: 'Tabs',
  tab: 'Tab',
  hint: { info: 'Note', warning: 'Warning', danger: 'Danger', success: 'Success' },
  note: 'Note',
  missing: 'Not available',
  cut: 'The rest of this page is too large to be shown.',
};
