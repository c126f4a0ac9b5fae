import pg from 'pg';

type Connected = (error?: Error, client?: pg.PoolClient, release?: Release) => void;
type Release = (reason?: Error | boolean) => void;

/**
 * The connections of the job queue. graphile-worker 0.17 releases the connection that hears of new jobs twice when it is
 * lost while the queue stops and `listen` was not answered yet: the pool throws then, where nothing catches it, and the
 * process would end. Here the second release of a connection that was handed to a callback does nothing.
 */
export class QueuePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    // The next statement fails on a lost connection; an `error` event without a listener would end the process.
    const ignored = (): undefined => undefined;
    this.on('error', ignored);
    this.on('connect', (client) => client.on('error', ignored));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect();
    super.connect((error, client, release) => connected(error, client, release && once(release)));
  }
}

function once(release: Release): Release {
  let released = false;
  return (reason) => {
    if (released) return;
    released = true;
    release(reason);
  };
}
