import type { ClientBase } from 'pg';
import { usesInternal } from './internals.js';

/** How what is sent on a connection in one turn of the event loop is kept together in this process. */
export function gathering(): (client: ClientBase) => void {
  return usesInternal('pg-writes') ? gather : () => undefined;
}

function gather(client: ClientBase): void {
  const { stream } = (client as ClientBase & { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

interface Socket {
  cork(): void;
  uncork(): void;
}
