import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const proxies: Server[] = [];

/** Passes requests on to a server, but for those that `ends` is true of: they are never answered. Answers its address. */
export async function endingProxy(target: string, ends: (request: IncomingMessage) => boolean): Promise<string> {
  const proxy = createServer((request, response) => {
    if (ends(request)) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers: Record<string, string> = { authorization: request.headers.authorization ?? '' };
      const type = request.headers['content-type'];
      if (type !== undefined) headers['content-type'] = type;
      const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
      void fetch(target + request.url, { method: request.method ?? 'GET', headers, body }).then(async (answer) => {
        const content = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, content.length > 0 ? { 'content-type': 'application/json' } : {});
        response.end(content);
      });
    });
  });
  proxies.push(proxy);
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Ends all of them. */
export function endProxies(): void {
  for (const proxy of proxies.splice(0)) {
    proxy.closeAllConnections();
    proxy.close();
  }
}

/** Whether a request brings a file. */
export function isUpload({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/') ?? false;
}
