const VERSION = 'select version from bare.answer where key = $1';
const ANSWERS = 'select key, version, body, type, encoding from bare.answer';
const ANSWER = `${ANSWERS} where key = $1`;

/**
 * Answers kept in memory, all of them from the start. `kept`: the database is asked for the version of each, as any
 * process may have changed it. `memory`: nothing is asked, as by a server that gets notice of every change.
 */
export function answerer({ pool, mode }) {
  const known = read(pool, ANSWERS);
  return async (request) => {
    const answers = await known;
    const key = request.method === 'POST' ? await urlIn(request) : request.url;
    if (mode === 'kept') {
      const { version } = (await pool.query({ name: 'version', text: VERSION, values: [key] })).rows[0];
      if (answers.get(key).etag !== version) answers.set(key, (await read(pool, ANSWER, [key])).get(key));
    }
    const answer = answers.get(key);
    return request.headers['if-none-match'] === answer.etag ? { status: 304, etag: answer.etag } : answer;
  };
}

/** Answers by their keys. */
async function read(pool, statement, values) {
  const { rows } = await pool.query(statement, values);
  return new Map(
    rows.map(({ key, version, body, type, encoding }) => {
      const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
      return [key, { body, etag: version, headers }];
    }),
  );
}

/** What a published URL shows is asked for by POST. */
async function urlIn(request) {
  let text = '';
  for await (const piece of request) text += piece;
  return JSON.parse(text).url;
}
