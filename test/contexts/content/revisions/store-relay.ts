import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LocalServer } from './local-server.js';

/** What happens to a request instead of being passed on as it is. */
export interface Fault {
  /** It is answered with this status and not passed on. */
  status?: number;
  /** The error in that answer, named and not described, as some stores do. */
  code?: string;
  /** Its connection breaks after so many bytes of its body were passed on. */
  breakRequestAfter?: number;
  /** Its connection breaks after so many bytes of the body of the response were passed on. */
  breakResponseAfter?: number;
  /** It is passed on, but its connection breaks instead of the response. */
  loseResponse?: boolean;
  /** One byte of its body is changed. */
  corrupt?: boolean;
}

/** A request, as far as faults are chosen by it. */
export interface Passing {
  method: string;
  /** The number of the part that it uploads, if it does. */
  part: number | undefined;
  /** The parameters of its URL. */
  parameters: URLSearchParams;
}

/** Passes HTTP requests on to a store, as streams, and causes the faults that a test chooses. */
export class StoreRelay extends LocalServer {
  /** Chooses the fault of a request; none without it. */
  choose: (request: Passing) => Fault | undefined = () => undefined;
  /** How many faults there were. */
  faults = 0;
  /** How many requests are being passed on. */
  passing = 0;

  constructor(private readonly store: string) {
    super();
  }

  /** Causes a fault in the next requests that it fits, so many times. */
  cause(fault: Fault, times: number, fits: (request: Passing) => boolean): void {
    this.faults = 0;
    let left = times;
    this.choose = (request) => (fits(request) && left-- > 0 ? fault : undefined);
  }

  clear(): void {
    this.choose = () => undefined;
  }

  protected override async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { searchParams: parameters } = new URL(request.url ?? '/', this.store);
    const part = parameters.get('partNumber');
    const fault = this.choose({ method, parameters, part: part === null ? undefined : Number(part) });
    if (fault) this.faults++;
    if (fault?.status !== undefined) {
      request.resume();
      response.writeHead(fault.status).end(fault.code && `<Error><Code>${fault.code}</Code></Error>`);
      return;
    }
    const { host = '', expect: _, ...others } = headers;
    const onward = ask(this.store + (request.url ?? ''), { method, headers: { ...others, host }, agent: false });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      onward.once('response', resolve).once('error', reject),
    );
    this.passing++;
    try {
      const changes = new Changed(fault?.breakRequestAfter, fault?.corrupt ?? false);
      const [answer] = await Promise.all([answered, pipeline(request, changes, onward)]);
      if (fault?.loseResponse) {
        answer.resume();
        throw new Error('lost');
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      await pipeline(answer, new Changed(fault?.breakResponseAfter, false), response);
    } catch {
      onward.destroy();
      response.destroy();
      request.destroy();
    } finally {
      this.passing--;
    }
  }
}

/** Breaks off after some bytes, or changes the first one. */
class Changed extends Transform {
  #passed = 0;

  constructor(
    private readonly breakAfter: number | undefined,
    private readonly corrupt: boolean,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#passed === 0 && this.corrupt) chunk = Buffer.concat([Buffer.from([chunk[0]! ^ 1]), chunk.subarray(1)]);
    this.#passed += chunk.length;
    if (this.breakAfter === undefined || this.#passed <= this.breakAfter) done(null, chunk);
    // Let what came before reach the other side first.
    else setTimeout(() => done(new Error('broken off')), 20);
  }
}
