/**
 * `npm run check:fidelity -- FOLDER [FOLDER …] [--edits 3] [--seed 1] [--show 5]`: whether Markdown comes back as it was
 * written. Each file of a folder is read and written again: without a change it must be the same byte for byte; where one
 * word of it was edited, exactly the line that holds the word may differ; where one block was put in the place of another,
 * no line of any other block. Ends with 1 where something differs that should not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    edits: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
});
if (folders.length === 0) {
  process.stderr.write('Name at least one folder with Markdown.\n');
  process.exit(2);
}
await prepare();
const { checkBlock, checkWord, comesBack, readWritten } = await import('#rich-document');

const write = (line) => process.stdout.write(`${line}\n`);
let seed = Number(values.seed);
const random = (below) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};

/** Every Markdown file below a folder; the table of contents is no page. */
function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') yield* filesBelow(path);
    else if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name) && entry.name !== 'SUMMARY.md') yield path;
  }
}

const rows = [];
let shown = Number(values.show);
for (const folder of folders) {
  const row = { folder, files: 0, same: 0, words: 0, exact: 0, blocks: 0, apart: 0, unreadable: 0 };
  const startedAt = performance.now();
  const amiss = (what, path) => {
    if (shown-- > 0) write(`${relative(folder, path)}: ${what}`);
  };
  for (const path of filesBelow(folder)) {
    const file = readWritten(readFileSync(path));
    if (file === undefined) {
      row.unreadable++;
      continue;
    }
    row.files++;
    if (comesBack(file)) row.same++;
    else amiss('differs without a change', path);
    for (let edit = 0; edit < Number(values.edits); edit++) {
      const word = checkWord(file, random);
      if (word !== undefined) row.words++;
      if (word === '') row.exact++;
      else if (word !== undefined) amiss(word, path);
      const block = checkBlock(file, random);
      if (block !== undefined) row.blocks++;
      if (block === '') row.apart++;
      else if (block !== undefined) amiss(block, path);
    }
  }
  row.ms = (performance.now() - startedAt) / Math.max(1, row.files + row.words + row.blocks);
  rows.push(row);
}

write(
  '| folder | files | the same | words edited | one line differs | blocks replaced | no other differs | no UTF-8 | ms each |',
);
write('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { folder, files, same, words, exact, blocks, apart, unreadable, ms } of rows)
  write(`| ${[folder, files, same, words, exact, blocks, apart, unreadable, ms.toFixed(1)].join(' | ')} |`);
process.exitCode = rows.every(
  ({ files, same, words, exact, blocks, apart }) => same === files && exact === words && apart === blocks,
)
  ? 0
  : 1;
