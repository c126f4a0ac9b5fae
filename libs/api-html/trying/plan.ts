import { findOperation } from '../find.js';
import type { JsonObject } from '#openapi';
import type { ApiContext, OperationPlace } from '../context.js';
import { entriesOf, mediaOf, partsOf, type OperationParts, type Parameter } from '../parts/operation-parts.js';
import { encoded, schemaOf } from '../samples/request.js';
import { typesOf, viewOf } from '../schema/view.js';
import { Sheet } from '../sheet.js';
import { FIELDS } from './fields.js';
import type { BodyPiece } from './body.js';
import { sentBody, type SentFiles } from './sent-body.js';
import { credentialIn, HeaderList } from './headers.js';
import { baseOf, hasSteps, triedSchemes } from './tried.js';

/** A request that the specification describes, ready to be sent. */
export interface PlannedRequest {
  /** In capitals. */
  method: string;
  url: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** In pieces where it has files. */
  body?: string | readonly BodyPiece[];
}

/** The fields of a form, by their names. */
export type TriedFields = Readonly<Record<string, string>>;

/** What is wrong with what was entered. */
class Refused extends Error {}

const LONGEST_URL = 8_000;
const MOST_ITEMS = 100;
/** Media types that are named in what is accepted. */
const MOST_ACCEPTED = 8;

/**
 * The request of an operation with what was entered into its form. It leads to no server but those that the operation
 * lists, to its own path and by its own method, and has no parameters or headers but those of the specification.
 * Undefined where the specification does not have the operation or does not let requests of it be tried; `problem`:
 * what is wrong with what was entered.
 */
export function planRequest(
  specification: JsonObject,
  place: OperationPlace,
  fields: TriedFields,
  context: ApiContext,
  files: SentFiles = {},
): PlannedRequest | { problem: string } | undefined {
  const found = findOperation(specification, 'paths', place.path, place.method);
  if (found === undefined) return undefined;
  const sheet = new Sheet(specification, context);
  const parts = partsOf(sheet, found.operation, found.item, place);
  if (!parts.isTried) return undefined;
  try {
    return planned(sheet, parts, (name) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : ''), files);
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

type Read = (name: string) => string;

function planned(sheet: Sheet, parts: OperationParts, read: Read, files: SentFiles): PlannedRequest {
  const headers = new HeaderList();
  const query: string[] = [];
  let { path } = parts;
  for (const [index, { name, place, isRequired, parameter }] of parts.parameters.entries()) {
    const text = read(FIELDS.parameter(index));
    if (text === '') {
      if (isRequired) throw new Refused(`A value is needed for ${name}`);
      continue;
    }
    if (place === 'path') path = path.replaceAll(`{${name}}`, () => encoded(text));
    if (place === 'query') query.push(...pairsOf(sheet, { name, parameter }, text));
    if (place === 'querystring') query.push(text.replace(/^\?/, ''));
    if (place === 'header') headers.add(name, text);
    if (place === 'cookie') headers.addCookie(name, text);
  }
  for (const [index, scheme] of triedSchemes(parts.ways).entries()) {
    const entered = {
      token: read(FIELDS.token(index)),
      user: read(FIELDS.user(index)),
      password: read(FIELDS.password(index)),
    };
    const credential = credentialIn(scheme, entered);
    if (credential?.place === 'header') headers.set(credential.name, credential.value);
    if (credential?.place === 'cookie') headers.addCookie(credential.name, credential.value);
    if (credential?.place === 'query') query.push(`${encoded(credential.name)}=${encoded(credential.value)}`);
  }
  const url = addressOf(parts, read, path, query);
  headers.setOwn('accept', acceptedBy(sheet, parts));
  const body = sentBody(sheet, parts, read, files);
  if (body !== undefined && 'problem' in body) throw new Refused(body.problem);
  if (body !== undefined) headers.setOwn('content-type', body.type);
  const problem = headers.problem;
  if (problem !== undefined) throw new Refused(problem);
  return { method: parts.method.toUpperCase(), url, headers: headers.all(), ...(body && { body: body.text }) };
}

/** The address: below the base of the server, whatever was entered. */
function addressOf({ servers, path: template }: OperationParts, read: Read, path: string, query: string[]): string {
  const number = Number(read(FIELDS.server) || 0);
  const server = servers[number];
  const base = server && baseOf(server, (name) => read(FIELDS.variable(number, name)));
  if (base === undefined) throw new Refused('The server is not one of this operation');
  if (/[?#]/.test(template) || /[{}]/.test(path)) throw new Refused('The path is not one that can be tried');
  const before = base.pathname.replace(/\/$/, '');
  const whole = before + path.replace(/^(?!\/)/, '/');
  if (hasSteps(whole)) throw new Refused('The path would lead elsewhere');
  const url = new URL(base.origin + whole);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${before}/`))
    throw new Refused('The path would lead elsewhere');
  url.search = query.join('&');
  if (url.href.length > LONGEST_URL) throw new Refused('The address is too long');
  return url.href;
}

/** A list is a parameter for each of its items, which commas separate, unless its items are to be in one. */
function pairsOf(sheet: Sheet, { name, parameter }: Pick<Parameter, 'name' | 'parameter'>, text: string): string[] {
  const isList = typesOf(viewOf(sheet, schemaOf(parameter))).includes('array');
  const style = parameter['style'] ?? 'form';
  if (!isList || style !== 'form' || parameter['explode'] === false) return [`${encoded(name)}=${encoded(text)}`];
  const items = text.split(',').slice(0, MOST_ITEMS);
  return items.map((item) => `${encoded(name)}=${encoded(item.trim())}`);
}

/** What successful answers are, and else anything. */
function acceptedBy(sheet: Sheet, { operation }: OperationParts): string {
  const types = entriesOf(sheet, operation['responses'])
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => mediaOf(sheet, response['content']).map(({ type }) => type))
    .filter((type) => /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type));
  return [...new Set(types)].slice(0, MOST_ACCEPTED).concat('*/*;q=0.1').join(', ');
}
