import { databaseTime, peakMemory, processTime } from '../process-time.mjs';
import { archiveOf, formOf } from '../seed/archive.mjs';
import { freePort } from '../stage.mjs';

/**
 * Imports an archive of so many pages of 4 kB into an empty space, then the same again, with nothing changed. The server
 * was just started, and may use all processors, as its threads read Markdown.
 */
export function importOf(count) {
  return {
    name: `import of ${count.toLocaleString('en')} files`,
    async run(stage) {
      const form = formOf(await archiveOf(count));
      const server = await stage.startQuire('api', await freePort(), { pinned: false });
      const space = await stage.emptySpace(`Import of ${count}`);
      const first = await measure(stage, server, space, form, count);
      const memory = peakMemory(server.pid);
      const second = await measure(stage, server, space, form, count);
      if (second.revision !== first.revision) throw new Error('Importing the same again made another revision');
      await stage.stop(server);
      return [
        { kind: 'run', name: 'first import', ...first, memory, target: TARGETS[count] },
        { kind: 'run', name: 'again, unchanged', ...second, target: '≥ 3,000 pages/s' },
      ];
    },
  };
}

const TARGETS = { 10_000: '≥ 900 pages/s, < 600 MB' };

async function measure(stage, server, space, { body, type }, count) {
  const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
  const start = performance.now();
  const answer = await fetch(`http://localhost:${server.port}/v1/spaces/${space}/content/import`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': type },
    body,
  });
  const report = await answer.json();
  const seconds = (performance.now() - start) / 1000;
  if (answer.status !== 201)
    throw new Error(`The import was answered with ${answer.status}: ${JSON.stringify(report)}`);
  return {
    perSecond: count / seconds,
    seconds,
    server: (processTime(server.pid) - before[0]) / count,
    database: (databaseTime(stage.postgres.pid) - before[1]) / count,
    revision: report.revision,
    unresolved: report.unresolved.length,
  };
}
