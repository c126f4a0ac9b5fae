/**
 * The bare limit: the least that answers a request of a case from the database. `node:http`, a pool of connections,
 * named statements, `JSON.stringify`; no routing, no token, no checks. The file of the case says what each MODE is.
 */
import { createServer } from 'node:http';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL_SIZE) });
const { answerer } = await import(`./${process.env.CASE}.mjs`);
const answer = answerer({ pool, mode: process.env.MODE, publicUrl: process.env.PUBLIC_URL });

const server = createServer((request, response) => {
  if (request.url === '/ready') return response.end();
  answer(request).then(
    ({ status = 200, body, etag, headers = {} }) => {
      if (etag) response.setHeader('etag', etag);
      if (status === 304) {
        response.statusCode = 304;
        return response.end();
      }
      response.setHeader('content-type', 'application/json; charset=utf-8');
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('content-length', Buffer.byteLength(body));
      response.end(body);
    },
    (error) => {
      process.stderr.write(`${error.stack}\n`);
      response.statusCode = 500;
      response.setHeader('content-length', 0);
      response.end();
    },
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end().then(() => process.exit(0)));
});
