/** The configuration of a space, at the top of a tree. */
export const SPACE_FILE = '.gitbook.yaml';
/** The table of contents, unless the configuration names another, and the files of variables and tags: in the root. */
export const SUMMARY = 'SUMMARY.md';
export const VARIABLES = '.gitbook/vars.yaml';
export const TAGS = '.gitbook/tags.yaml';
