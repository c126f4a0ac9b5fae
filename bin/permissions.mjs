/**
 * Updates the lists of operations in pages from openapi.json: `node bin/permissions.mjs`. docs/permissions.md has who
 * may call them, from `@Needs`; docs/api/using.md has their addresses.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [BEGIN, END] = ['<!-- operations: begin -->', '<!-- operations: end -->'];
const PAGE = join(root, 'docs', 'permissions.md');
const GLANCE = join(root, 'docs', 'api', 'using.md');

/** The page with its tables generated from the document. */
export function permissionsPage(page, document) {
  return filled(page, tablesOf(document));
}

/** The page with the addresses of all operations generated from the document. */
export function glancePage(page, { tags, paths }) {
  const rows = tags.map(({ name }) => {
    const own = Object.entries(paths).flatMap(([path, methods]) => {
      const ofTag = Object.keys(methods).filter((method) => methods[method].tags?.[0] === name);
      return ofTag.length === 0
        ? []
        : [`${ofTag.map((method) => `\`${method.toUpperCase()}\``).join(' ')} \`${path}\``];
    });
    return `| ${name[0].toUpperCase()}${name.slice(1)} | ${own.join('<br>')} |`;
  });
  return filled(page, ['| | Operations |', '| --- | --- |', ...rows].join('\n'));
}

function filled(page, text) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page must hold ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

function tablesOf({ tags, paths }) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return tags
    .map(({ name }) => [name, operations.filter((operation) => operation.tags?.[0] === name)])
    .map(([name, ofTag]) => `### ${name[0].toUpperCase()}${name.slice(1)}\n\n${tableOf(ofTag)}`)
    .join('\n\n');
}

function tableOf(operations) {
  const rows = operations.map(({ operationId, summary = '', 'x-quire-role': need, 'x-quire-scripts': scripts }) => {
    if (need === undefined) throw new Error(`${operationId} does not say what it needs`);
    return `| \`${operationId}\` | ${summary} | ${whoOf(need)} | ${need.rule ?? ''} | ${scriptsOf(scripts)} |`;
  });
  return ['| Operation | | Takes | Besides | Scripts |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function scriptsOf(scripts) {
  if (scripts === undefined) return '';
  return scripts === true ? 'their own' : scripts.map((scope) => `\`${scope}\``).join(' or ');
}

function whoOf({ of, role }) {
  if (of === 'anybody') return 'nothing';
  if (of === 'user') return 'a token';
  if (role === 'guest') return 'membership, also as a guest';
  return `\`${role}\` ${of === 'organization' ? 'in' : 'on'} the ${of}`;
}

export function readInputs(path = PAGE) {
  return [readFileSync(path, 'utf8'), JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, permissionsPage(...readInputs()));
  writeFileSync(GLANCE, glancePage(...readInputs(GLANCE)));
}
