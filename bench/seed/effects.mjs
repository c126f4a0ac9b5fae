import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that scripts call for each event: it counts what takes effect, and how often. */
export class Effects {
  /** The ids of the events that took effect. */
  seen = new Set();
  /** With those that came again. */
  calls = 0;

  static async open() {
    const effects = new Effects();
    effects.server = createServer((request, response) => {
      effects.calls++;
      effects.seen.add(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(effects.server, 'listening');
    return effects;
  }

  /** A script that calls it with the id of each event, and answers as it does. */
  get handler() {
    return `
export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  const { status } = await fetch('http://127.0.0.1:${this.server.address().port}/' + event.eventId);
  return new Response('', { status });
} };`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
