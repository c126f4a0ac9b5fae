import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Hooked = Pick<FastifyInstance, 'addHook'>;

/** What is done after each answer of one route. */
export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/** Where no route has the address. */
const UNKNOWN = 'unknown';

/**
 * Has something done after each answer of the routes that are added from here on, and of requests that have none.
 * `parts` are asked once for each route, by its path, without what an address names. A request knows its route as well,
 * but makes an object of all that is known of it whenever it is asked.
 */
export function afterAnswers(server: Hooked, parts: readonly ((route: string) => AfterAnswer)[]): void {
  const hookOf = (route: string) => {
    const all = parts.map((part) => part(route));
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      for (const after of all) after(request, reply);
      done();
    };
  };
  server.addHook('onRoute', (route) => {
    route.onResponse = [route.onResponse ?? [], hookOf(route.url)].flat();
  });
  const unknown = hookOf(UNKNOWN);
  server.addHook('onResponse', (request, reply, done) => (request.is404 ? unknown(request, reply, done) : done()));
}
