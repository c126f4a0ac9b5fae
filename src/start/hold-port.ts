import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';

type Address = Pick<Settings, 'port' | 'host'>;

const ANSWER_MS = 3_000;
const STARTING = JSON.stringify({ error: { code: 503, message: 'Quire is starting' } });

/**
 * Takes the port before anything is made, so that another program on it is found out first and two starts at once do not
 * both go on. Until the application listens, whoever asks gets 503. Answers how to let go of it, for the application.
 */
export async function holdPort({ port, host }: Address): Promise<() => Promise<void>> {
  if (port === 0) return () => Promise.resolve();
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' });
    response.end(STARTING);
  });
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    throw await listenRefusal(error, { port, host });
  }
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

/** Why the address cannot be listened on, as the refusal of a start; any other error stays as it is. */
export async function listenRefusal(error: unknown, { port, host }: Address): Promise<unknown> {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE': {
      const other = (await isQuire(port)) ? 'another Quire listens' : 'another program listens';
      return new StartRefused(`PORT is ${port}, where ${other} already: end it, or set PORT to a free one`);
    }
    case 'EACCES':
      return new StartRefused(`PORT is ${port}, which this user may not listen on: set PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new StartRefused(
        `QUIRE_HOST is "${host}", which is no address of this machine: set it to one, or to 0.0.0.0 for all`,
      );
    default:
      return error;
  }
}

/** Whether what listens on a port of this machine is Quire. */
export async function isQuire(port: number): Promise<boolean> {
  try {
    // Unlike fetch and undici, this holds the process until an answer or an error is here.
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const request = get(`http://127.0.0.1:${port}/health/live`, options);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await text(response);
    return (response.statusCode === 200 && body === '{"status":"ok"}') || body === STARTING;
  } catch {
    return false;
  }
}
