import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';

type Address = Pick<Settings, 'port' | 'host'>;

/** Which settings say where to listen. */
interface SettingNames {
  port: string;
  host: string;
}

const ANSWER_MS = 3_000;
const STARTING = JSON.stringify({ error: { code: 503, message: 'Quire is starting' } });

/**
 * Occupies the port before anything is created, so that another program on it is detected first and two concurrent
 * starts do not both go on. Until the application listens, requests get 503. Returns a function that releases it for
 * the application.
 */
export async function reservePort({ port, host }: Address): Promise<() => Promise<void>> {
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

/** Converts an error of listening to a StartRefused with its reason; any other error is returned unchanged. */
export async function listenRefusal(
  error: unknown,
  { port, host }: Address,
  names: SettingNames = { port: 'PORT', host: 'QUIRE_HOST' },
): Promise<unknown> {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE': {
      const other = (await isQuire(port)) ? 'another Quire listens' : 'another program listens';
      return new StartRefused(
        `${names.port} is ${port}, where ${other} already: end it, or set ${names.port} to a free one`,
      );
    }
    case 'EACCES':
      return new StartRefused(
        `${names.port} is ${port}, which this user may not listen on: set ${names.port} to one above 1023`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new StartRefused(
        `${names.host} is "${host}", which is no address of this machine: set it to one, or to 0.0.0.0 for all`,
      );
    default:
      return error;
  }
}

/** Whether the program that listens on a port of this machine is Quire. */
export async function isQuire(port: number): Promise<boolean> {
  try {
    // Unlike fetch and undici, this keeps the process running until there is a response or an error.
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const request = get(`http://127.0.0.1:${port}/health/live`, options);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await text(response);
    return (response.statusCode === 200 && body === '{"status":"ok"}') || body === STARTING;
  } catch {
    return false;
  }
}
