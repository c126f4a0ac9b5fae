/**
 * The bare limit of delivering events to a script: each is a row that is written, a request on the socket of the
 * script's process, and the row written again with what came of it. No environment is built, no order is kept, nothing
 * is tried again. A process of its own, which is sent { socketPath, form, type, events, atOnce, everyMs }.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const INSERT = "insert into bare.delivery (id, payload, status, logs) values ($1, $2, 'waiting', '[]')";
const UPDATE = 'update bare.delivery set status = $2, logs = $3 where id = $1';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

process.on('message', (plan) => {
  deliver(plan).then(
    () => process.send({ done: true }),
    (error) => process.send({ error: error.stack }),
  );
});

process.on('disconnect', () => void pool.end());

async function deliver({ events, atOnce, everyMs, ...call }) {
  let sent = 0;
  const lane = async () => {
    while (sent < events) {
      const due = ++sent * everyMs;
      if (everyMs > 0) await sleep(Math.max(0, begin + due - performance.now()));
      await one(call);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function one({ socketPath, form, type }) {
  const id = randomBytes(16).toString('hex');
  await pool.query({ name: 'insert', text: INSERT, values: [id, form.slice(0, 200)] });
  const status = await post(socketPath, form, { 'content-type': type, 'x-script-call': id });
  await pool.query({ name: 'update', text: UPDATE, values: [id, status === 200 ? 'success' : 'failed', '["got"]'] });
  if (status !== 200) throw new Error(`The script answered ${status}`);
}

function post(socketPath, body, headers) {
  return new Promise((resolve, reject) => {
    const sent = { host: 'script', 'content-length': Buffer.byteLength(body), ...headers };
    const call = request({ socketPath, method: 'POST', path: '/v1', headers: sent, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    call.once('error', reject);
    call.end(body);
  });
}
