import type { FastifyReply } from 'fastify';
import type { ApiAddress } from '../../application/api-address.js';

/** Sets `Location` to the record that was created by a request to its list: below the list, by its id. */
export function setLocation(reply: FastifyReply, address: ApiAddress, id: string): void {
  const [list = ''] = reply.request.url.split('?');
  void reply.header('location', `${address.url}${list.replace(/\/$/, '')}/${encodeURIComponent(id)}`);
}
