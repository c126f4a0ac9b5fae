/**
 * `npm run evaluate:clusters -- FILE [FILE …]`: how well texts are grouped whose groups are known. Each FILE is a CSV of
 * text and label; a first row `text,…` names the columns. With the settings QUIRE_MODEL_URL and QUIRE_MODEL_EMBEDDING, also
 * by the vectors of that model. docs/conversations/how-good.md says what came of public sets.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { positionals: files } = parseArgs({ allowPositionals: true });
if (files.length === 0) {
  process.stderr.write('Name at least one CSV file of text and label.\n');
  process.exit(2);
}
await prepare();
const {
  adjustedRandIndex,
  bCubed,
  group,
  groupedTexts,
  groupVectors,
  JoiningClusters,
  JoiningVectors,
  packVector,
  unpackVector,
  vMeasure,
} = await import('#clustering');
const { EmbeddingModel } = await import('#language-model');

const { QUIRE_MODEL_URL: url, QUIRE_MODEL_EMBEDDING: name, QUIRE_MODEL_KEY: key } = process.env;
const model = url && name ? new EmbeddingModel({ url, name, key }) : undefined;
const TIMEOUT_MS = 120_000;
/** Texts in a cluster from which on a further one does not move its centroid. */
const SETTLED = 50;

/** What is measured: text -> group, for all texts of a set. */
const METHODS = {
  'grouped at night': (texts) => group(texts).labels,
  'joined one by one (leader, .20)': (texts) => joinAll(new JoiningClusters(), texts),
  'half grouped, half joined': (texts) => {
    const half = Math.ceil(texts.length / 2);
    const { labels, groups, terms } = group(texts.slice(0, half));
    const joining = new JoiningClusters(
      groups.map(({ profile }) => profile),
      terms,
    );
    return [...labels, ...joinAll(joining, texts.slice(half))];
  },
  'one cluster': (texts) => texts.map(() => 0),
  'every text alone': (texts) => texts.map((_, at) => at),
};

const joinAll = (joining, texts) => texts.map((text) => joining.join(text));

/** What is measured where there is a model: text and vector -> group. */
const METHODS_WITH_MODEL = {
  'grouped by words and vectors': (texts, vectors) => groupVectors(vectors, { texts }).labels,
  'half so grouped, half joined': (texts, vectors) => {
    const half = Math.ceil(texts.length / 2);
    const [firstTexts, firstVectors] = [texts.slice(0, half), vectors.slice(0, half)];
    const { labels, groups, least } = groupVectors(firstVectors, { texts: firstTexts });
    const { groups: profiles, terms } = groupedTexts(firstTexts, labels);
    const centroids = groups.map(({ size, centroid: vector, mass }, at) => [
      at,
      { vector, mass, isSettled: size >= SETTLED },
    ]);
    const joining = new JoiningClusters(
      profiles.map(({ profile }) => profile),
      terms,
      undefined,
      new JoiningVectors(centroids, least ?? 1),
    );
    const rest = vectors.slice(half);
    return [...labels, ...texts.slice(half).map((text, at) => joining.join(text, unpackVector(rest[at])))];
  },
  'grouped by vectors alone': (_texts, vectors) => groupVectors(vectors).labels,
};

for (const file of files) {
  const rows = labelled(rowsOf(readFileSync(file, 'utf8')));
  const numbers = new Map();
  const truth = rows.map(({ label }) => numbers.get(label) ?? numbers.set(label, numbers.size).get(label));
  const texts = rows.map(({ text }) => text);
  process.stdout.write(`${basename(file)}: ${texts.length} texts, ${numbers.size} groups\n`);
  const rowsOfTable = Object.entries(METHODS).map(([method, run]) => [method, measured(run, texts, truth)]);
  if (model) {
    const asked = performance.now();
    const vectors = (await model.embed(texts, { timeoutMs: TIMEOUT_MS })).map(packVector);
    process.stdout.write(`${name} took ${((performance.now() - asked) / 1000).toFixed(1)} s for its vectors\n`);
    for (const [method, run] of Object.entries(METHODS_WITH_MODEL))
      rowsOfTable.push([method, measured((some) => run(some, vectors), texts, truth)]);
  }
  console.table(Object.fromEntries(rowsOfTable));
}
await model?.close();
if (!model) process.stdout.write('Set QUIRE_MODEL_URL and QUIRE_MODEL_EMBEDDING to measure an embedding model, too.\n');
process.stdout.write(`Peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);

function measured(run, texts, truth) {
  const started = performance.now();
  const found = run(texts);
  const seconds = (performance.now() - started) / 1000;
  const { precision, recall, f1 } = bCubed(found, truth);
  return {
    ARI: adjustedRandIndex(found, truth).toFixed(3),
    'B³ precision': precision.toFixed(3),
    'B³ recall': recall.toFixed(3),
    'B³ F1': f1.toFixed(3),
    V: vMeasure(found, truth).toFixed(3),
    clusters: new Set(found).size,
    seconds: seconds.toFixed(1),
  };
}

/** The rows without a header, each with its text and label. */
function labelled(rows) {
  const headed = rows[0]?.[0]?.trim().toLowerCase() === 'text';
  return rows.slice(headed ? 1 : 0).flatMap(([text, label]) => (label === undefined ? [] : [{ text, label }]));
}

/** The fields of each line of a CSV file. */
function rowsOf(csv) {
  const rows = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/gy;
  while (field.lastIndex < csv.length) {
    const match = field.exec(csv);
    if (match === null) throw new Error(`Not a CSV file: row ${rows.length}`);
    rows.at(-1).push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((value) => value !== ''));
}
