/** Integrations for the cases: scripts of a size, organizations that install them, tasks that are sent to them. */

/** Requests at once while a stage is set. */
const AT_ONCE = 8;

/** A script that logs a line for each event, and hands out its environment where a request asks for it. */
const HANDLER = `
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  const environment = JSON.parse(form.get('environment'));
  if (event.type === 'fetch') return Response.json(environment);
  console.log('got ' + event.type + ' ' + event.eventId);
  return new Response('OK');
} };`;

/** Of about so many bytes: functions as a bundler writes them, called by none. */
export function scriptOf(bytes, handler = HANDLER) {
  const parts = [handler];
  for (let length = handler.length, i = 0; length < bytes; i++) {
    const part = `\nfunction part${i}(a, b) { const list = [a, b, 'text ${i}'].map((one) => ({ one, at: ${i} }));
  return list.length > ${i % 7} ? part${Math.max(0, i - 1)}(list, a) : JSON.stringify({ list, b, name: 'part ${i}' }); }`;
    length += part.length;
    parts.push(part);
  }
  return parts.join('');
}

/** Publishes a script by a name in the organization of the stage; `more`: further members of the body. */
export async function publishScript(stage, name, script, more = {}) {
  stage.organization ??= await stage.api.post('/v1/orgs', { title: 'Benchmark' });
  const organization = stage.organization.id;
  const described = { title: name, description: 'Of the benchmark.', scopes: [], visibility: 'public' };
  await stage.api.post(`/v1/integrations/${name}`, { organization, ...described, script, ...more });
}

/** Installs an integration in the organization of the stage and answers the id of the installation. */
export async function install(stage, name, organization = stage.organization.id) {
  return (await stage.api.post(`/v1/integrations/${name}/installations`, { organization })).id;
}

/** Installs an integration in so many new organizations. */
export async function installInMany(stage, name, count) {
  await atOnce(count, async (i) => {
    const { id } = await stage.api.post('/v1/orgs', { title: `Organization ${i}` });
    await install(stage, name, id);
  });
}

/** What the script of an integration is given with each event. */
export async function environmentOf(stage, name, installation) {
  const answer = await fetch(`${stage.api.base}/integrations/${name}/installations/${installation}/environment`);
  if (!answer.ok) throw new Error(`The environment of ${name}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A task that a script queues for itself, as a request for the load. */
export function taskOf(name, environment) {
  return {
    method: 'POST',
    path: `/v1/integrations/${name}/tasks`,
    headers: { authorization: `Bearer ${environment.authToken}` },
    body: JSON.stringify({ task: { type: 'measured', number: 'number {{n}}' }, schedule: 0 }),
  };
}

/** How many events of an integration have which status. */
export async function statusesOf(stage, name) {
  const { rows } = await stage.database.query(
    `select e.status, count(*)::int as count from integrations.integration_event e
     join integrations.integration i on i.id = e.integration_id where i.name = $1 group by 1`,
    [name],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function atOnce(count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
