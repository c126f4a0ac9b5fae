/** What Quire calls during the soak: where scripts have their effects, a specification that changes, a language model. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { specificationOf } from '../seed/specification.mjs';

export class Outside {
  /** The paths that scripts called. */
  seen = new Set();
  calls = 0;
  #fetched = 0;

  static async open() {
    const outside = new Outside();
    outside.server = createServer((request, response) => void outside.#answer(request, response));
    outside.server.listen(0, '127.0.0.1');
    await once(outside.server, 'listening');
    outside.url = `http://127.0.0.1:${outside.server.address().port}`;
    return outside;
  }

  get specification() {
    return `${this.url}/specification`;
  }

  /** A script that calls it with the type of each task, or the id of each other event, and hands out its environment. */
  get script() {
    return `
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  if (event.type === 'fetch') return Response.json(JSON.parse(form.get('environment')));
  const what = event.type === 'task' ? event.task.type : event.type + '/' + event.eventId;
  const { status } = await fetch('${this.url}/' + what);
  console.log('did ' + what);
  return new Response('', { status });
} };`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #answer(request, response) {
    if (request.method === 'POST') return this.#speak(request, response);
    if (request.url === '/specification') {
      response.setHeader('content-type', 'application/json');
      return response.end(specificationOf(20_000, `2.${this.#fetched++}`));
    }
    this.calls++;
    this.seen.add(request.url);
    return response.end();
  }

  /** "Translates" each text as it is. */
  async #speak(request, response) {
    const { messages } = await json(request);
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: messages.at(-1).content };
    response.end(JSON.stringify({ choices: [{ message }] }));
  }
}
