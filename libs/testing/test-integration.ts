import { deflateSync } from 'node:zlib';
import lz from 'lz-string';

/** A picture in base64: a PNG of one pixel of a color. */
export function tinyPicture(color: readonly [number, number, number] = [12, 99, 180]): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.from([0, ...color]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat(parts).toString('base64');
}

/** A script that answers every event with 200. */
export const QUIET_SCRIPT = `export default { fetch: () => new Response('OK') };`;

/** A script that does this with each event: `call(method, path, body)` calls the API as the installation. */
export const scriptOf = (body: string): string => `
  export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const { apiEndpoint, apiTokens, authToken, integration, installation } = JSON.parse(form.get('environment'));
    const call = async (method, path, body, token = authToken) => {
      const response = await fetch(apiEndpoint + '/v1' + path, {
        method,
        headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return [response.status, await response.json().catch(() => undefined)];
    };
    ${body}
    return new Response('OK');
  } };`;

/** The body of a publish, with what every one needs. */
export function publication(organization: string, more: object = {}): Record<string, unknown> {
  return {
    organization,
    title: 'Weather',
    description: 'Weather in pages.',
    scopes: [],
    script: QUIET_SCRIPT,
    ...more,
  };
}

/** The body of a request to render a component in a page of a space. */
export function renderRequest(spaceId: string, more: object = {}): Record<string, unknown> {
  return { componentId: 'sample', props: {}, context: { type: 'document', spaceId }, ...more };
}

/** The query with such a request. */
export function renderQuery(body: object): { request: string } {
  return { request: lz.compressToEncodedURIComponent(JSON.stringify(body)) };
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
