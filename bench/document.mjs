/**
 * `npm run bench:document [-- bench/results/latest.json …]`: takes the results of runs into bench/figures.json, where
 * they replace older ones of the same cases, and writes the tables of docs/performance.md from it. Without new results
 * (`-- --none`) only the tables are written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/prepare.mjs';
import { documentTablesOf, targetTableOf } from './table.mjs';

const FIGURES = join(root, 'bench', 'figures.json');
const PAGE = join(root, 'docs', 'performance.md');
const LATEST = join(root, 'bench', 'results', 'latest.json');
const DIGITS = 4;

const given = process.argv.slice(2);
const files = given.length === 0 ? [LATEST] : given.filter((file) => file !== '--none');
const figures = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, 'utf8')) : { runs: [], results: [] };
for (const file of files) take(JSON.parse(readFileSync(file, 'utf8')));
figures.runs = figures.runs.filter(({ id }) => figures.results.some(({ run }) => run === id));
writeFileSync(FIGURES, `${JSON.stringify(figures, short, 1)}\n`);
writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8')));

/** Adds a report of run.mjs. What it measured takes the place of what was there of the same cases. */
function take({ results, ...run }) {
  const id = run.started;
  if (!figures.runs.some((other) => other.id === id)) figures.runs.push({ id, ...run });
  const labels = new Set(results.map(({ label }) => label));
  const own = results.map(({ rounds: _, ...row }) => ({ run: id, ...row }));
  const place = figures.results.findIndex(({ label }) => labels.has(label));
  figures.results = figures.results.filter(({ label }) => !labels.has(label));
  figures.results.splice(place < 0 ? figures.results.length : place, 0, ...own);
}

function short(_, value) {
  return typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value;
}

/** The page with its generated parts. */
function filled(page) {
  const letters = new Map(figures.runs.map(({ id }, at) => [id, String.fromCharCode(97 + at)]));
  const parts = {
    runs: figures.runs.map((run) => `* **${letters.get(run.id)}**: ${wordsOf(run)}`).join('\n'),
    targets: targetTableOf(figures.results, ({ run }) => letters.get(run)),
    figures: documentTablesOf(figures.results),
  };
  return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page);
}

function withPart(page, name, part) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${PAGE} must hold ${begin} and ${end}`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

function wordsOf({ started, node, processors, model, load, rounds, seconds }) {
  const others = load > 1 ? `, **beside other work** (load ${load.toFixed(1)} at the start)` : '';
  return `${started.slice(0, 10)}, ${processors} × ${model}, Node ${node}, ${rounds} rounds of ${seconds} s${others}.`;
}
