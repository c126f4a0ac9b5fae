import type { PageWords, Picture } from '#page-html';
import type { ApiWords } from './words/api-words.js';

/** The server that samples are for. */
export interface ServerChoice {
  /** Its place among the servers of the operation, from 0. */
  index: number;
  /** Values of its variables; a variable without one has its default. */
  variables: Readonly<Record<string, string>>;
}

/** A form that sends requests of an operation. */
export interface TryingPlace {
  /** Where the form leads. */
  action: string;
  /** What is sent along: the path of the page, and the name of the specification. */
  page: string;
  spec: string;
}

/** What an API is drawn with. */
export interface ApiContext {
  /** What all ids begin with, and names of groups of radio buttons: the id of the section itself. */
  prefix: string;
  /** BCP 47, for numbers and dates in descriptions. */
  locale: string;
  words: ApiWords;
  /** The texts of pages, for descriptions and codes. */
  pageWords: PageWords;
  /** The level of the title's heading, 2 unless given; sections within have the next one. */
  level?: 2 | 3;
  /** Whether the title and the description are left out, because the page has them already. */
  headless?: boolean;
  /** Where the specification was fetched from, which relative servers are relative to. */
  source?: string;
  /** The first server with its defaults unless given. */
  server?: ServerChoice;
  /**
   * Where the form leads that chooses a server: its fields are `server` (the index), and `server.NAME` for variables.
   * Without it, servers can be looked at, and samples are for the one in `server`.
   */
  chooseAt?: string;
  /** Whether only what it is called is drawn, of a page that has very much already. */
  brief?: boolean;
  /** Where requests are tried, if the specification lets them. */
  trying?: TryingPlace;
  /** Where a schema of the specification has a place of its own. */
  schemaHref?(name: string): string | undefined;
  /** A picture in a description, by its address; not shown unless given. */
  picture?(url: string): Picture | undefined;
}

/** An operation of a path. `method` in lower case. */
export interface OperationPlace {
  path: string;
  method: string;
}

export interface WebhookPlace {
  name: string;
  method: string;
}

/** Schemas by their names. `grouped`: one below the other, each with its name, to be opened; else all of them at once. */
export interface SchemasPlace {
  schemas: readonly string[];
  grouped: boolean;
}

/** Rows (parameters, properties, alternatives) of one block, and schemas within schemas. */
export const MAX_ROWS = 600;
export const MAX_DEPTH = 9;
/** Characters of Markdown of one block, and of one description in it. */
export const MAX_WORDS = 60_000;
export const MAX_DESCRIPTION = 16_000;
/** Characters of code of one block, those that are highlighted, and those of one sample or example. */
export const MAX_CODE = 160_000;
export const MAX_HIGHLIGHTED = 36_000;
export const MAX_EXAMPLE = 10_000;
/** Of servers, security requirements, parameters, responses, headers, callbacks and links each. */
export const MAX_LISTED = 100;
export const MAX_MEDIA = 6;
export const MAX_EXAMPLES = 6;
export const MAX_SERVERS = 12;
/** Values of an enumeration, and those that are shown at once. */
export const MAX_VALUES = 200;
export const SHOWN_VALUES = 16;
/** Characters of a name, of an address, and of a value within a line. */
export const MAX_NAME = 300;
export const MAX_ADDRESS = 2_000;
export const MAX_VALUE = 160;
