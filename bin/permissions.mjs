/** Writes docs/permissions.md from openapi.json: `node bin/permissions.mjs`. What operations need stands at each (`@Needs`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [BEGIN, END] = ['<!-- operations: begin -->', '<!-- operations: end -->'];
const PAGE = join(root, 'docs', 'permissions.md');

/** The page with its tables made anew from the document. */
export function permissionsPage(page, document) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/permissions.md must hold ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n${tablesOf(document)}\n\n${END}${after}`;
}

function tablesOf({ tags, paths }) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return tags
    .map(({ name }) => [name, operations.filter((operation) => operation.tags?.[0] === name)])
    .map(([name, ofTag]) => `### ${name[0].toUpperCase()}${name.slice(1)}\n\n${tableOf(ofTag)}`)
    .join('\n\n');
}

function tableOf(operations) {
  const rows = operations.map(({ operationId, summary = '', 'x-quire-role': need }) => {
    if (need === undefined) throw new Error(`${operationId} does not say what it needs`);
    return `| \`${operationId}\` | ${summary} | ${whoOf(need)} | ${need.rule ?? ''} |`;
  });
  return ['| Operation | | Takes | Besides |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function whoOf({ of, role }) {
  if (of === 'anybody') return 'nothing';
  if (of === 'user') return 'a token';
  if (role === 'guest') return 'membership, also as a guest';
  return `\`${role}\` ${of === 'organization' ? 'in' : 'on'} the ${of}`;
}

export function readInputs() {
  return [readFileSync(PAGE, 'utf8'), JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, permissionsPage(...readInputs()));
