import { databaseTime, peakMemory, processTime } from '../process-time.mjs';
import { freePort } from '../stage.mjs';

/**
 * Prints a space of so many pages of 4 kB as one PDF, by a server that was just started and does the job itself, on all
 * processors. What memory it takes beyond the longest page would grow with the number of pages.
 */
export function printOf(count) {
  return {
    name: `PDF of ${count.toLocaleString('en')} pages`,
    async run(stage) {
      const space = await stage.space(count);
      const server = await stage.startQuire('all', await freePort(), { pinned: false });
      const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
      const start = performance.now();
      const bytes = await printed(`http://localhost:${server.port}/v1/spaces/${space.id}/pdf`, server.headers);
      const seconds = (performance.now() - start) / 1000;
      const result = {
        kind: 'run',
        name: `${(bytes / 1e6).toFixed(1)} MB of PDF`,
        seconds,
        perSecond: count / seconds,
        server: (processTime(server.pid) - before[0]) / count,
        database: (databaseTime(stage.postgres.pid) - before[1]) / count,
        memory: peakMemory(server.pid),
      };
      await stage.stop(server);
      return [result];
    },
  };
}

/** Bytes of the PDF; asked for again while it is being made. */
async function printed(address, headers) {
  for (;;) {
    const answer = await fetch(address, { headers });
    if (answer.status === 503) continue;
    if (answer.status !== 200) throw new Error(`The PDF was answered with ${answer.status}: ${await answer.text()}`);
    const { url } = await answer.json();
    const pdf = await fetch(new URL(new URL(url).pathname, address));
    if (pdf.status !== 200) throw new Error(`The address of the PDF was answered with ${pdf.status}`);
    return (await pdf.arrayBuffer()).byteLength;
  }
}
