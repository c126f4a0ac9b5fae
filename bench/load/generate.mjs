/**
 * The load generator, a process of its own: keeps a number of connections busy for some seconds, one request after the
 * other on each or so many a second on all together, and tells how many were answered and how long each took. Started by
 * `load.mjs`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.mjs';

/** The placeholder in a body for a number that differs in each request. */
const COUNTER = '{{n}}';

process.on('message', (plan) => {
  run(plan).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.message }),
  );
});

async function run({ port, connections, seconds, requests, rate, first = 0 }) {
  const senders = requests.map((request) => sender(request, port));
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times = [];
  const statuses = {};
  let sent = 0;
  let bytes = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    all.map(async (connection, index) => {
      const pause = rate === undefined ? 0 : (connections / rate) * 1000;
      for (let due = begin + (pause * index) / connections; due < end && performance.now() < end; due += pause) {
        const early = due - performance.now();
        if (early > 0) await sleep(early);
        const number = first + sent++;
        const start = performance.now();
        const answer = await connection.send(senders[number % senders.length](number));
        times.push(performance.now() - start);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        bytes += answer.length;
      }
    }),
  );
  const took = performance.now() - begin;
  for (const connection of all) connection.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return {
    answered: times.length,
    perSecond: (times.length / took) * 1000,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    statuses,
    bytes,
  };
}

/** Makes the bytes of a request from its number; the same ones each time where nothing in it differs. */
function sender({ method = 'GET', path, headers = {}, body }, port) {
  const write = (text) => {
    const lines = { host: `localhost:${port}`, ...headers };
    if (text !== undefined) {
      lines['content-type'] = 'application/json';
      lines['content-length'] = Buffer.byteLength(text);
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text ?? ''}`);
  };
  if (body === undefined || !body.includes(COUNTER)) {
    const bytes = write(body);
    return () => bytes;
  }
  return (number) => write(body.replaceAll(COUNTER, String(number)));
}
